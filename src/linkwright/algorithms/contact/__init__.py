"""Contacts with walls: shapes, the place of closest approach, gaps and their rates."""

from linkwright.algorithms.contact.contacts import (
    Contact,
    ContactState,
    contact_states,
    contacts_of,
)

__all__ = ["Contact", "ContactState", "contact_states", "contacts_of"]
