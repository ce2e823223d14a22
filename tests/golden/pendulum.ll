declare <4 x double> @llvm.fabs.v4f64(<4 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.x86.sse.ldmxcsr(ptr)
declare void @llvm.x86.sse.stmxcsr(ptr)

define internal void @pendulum_results_block(ptr noalias %in0, ptr noalias %in1, ptr noalias %in2, ptr noalias %in3, ptr noalias %out0, ptr noalias %scratch) noinline #0 {
entry:
  %v1 = load <4 x double>, ptr %in1, align 32
  %v2 = fmul <4 x double> %v1, splat (double 0x0000000000000000)
  %v3 = load <4 x double>, ptr %in2, align 32
  %v4 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v3, <4 x double> splat (double 0x0000000000000000), <4 x double> %v2)
  %v5 = load <4 x double>, ptr %in3, align 32
  %v6 = fmul <4 x double> %v5, %v5
  %v7 = fmul <4 x double> %v3, %v6
  %v8 = fmul <4 x double> %v5, splat (double 0x40239EB851EB851F)
  %v9 = load <4 x double>, ptr %in0, align 32
  %v10 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v9, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
  %v11 = fsub <4 x double> splat (double 0x4338000000000000), %v10
  %v12 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v11, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %v9)
  %v13 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v11, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %v12)
  %v14 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v11, <4 x double> splat (double 0xB91F1976B7ED8FBC), <4 x double> %v13)
  %v15 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v9)
  %v16 = fcmp ole <4 x double> %v15, splat (double 0x41CDCD6500000000)
  %v17 = select <4 x i1> %v16, <4 x double> %v14, <4 x double> splat (double 0x7FF8000000000000)
  %v18 = bitcast <4 x double> %v10 to <4 x i64>
  %v19 = fmul <4 x double> %v17, %v17
  %v20 = fmul <4 x double> %v19, %v17
  %v21 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3F8111111110FB4A), <4 x double> %v19, <4 x double> splat (double 0xBFC555555555554C))
  %v22 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3EC71DE356EB0DE6), <4 x double> %v19, <4 x double> splat (double 0xBF2A01A019C2FEA4))
  %v23 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D87440C807B4), <4 x double> %v19, <4 x double> splat (double 0xBE5AE5E4BB84BC9D))
  %v24 = fmul <4 x double> %v19, %v19
  %v25 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v22, <4 x double> %v24, <4 x double> %v21)
  %v26 = fmul <4 x double> %v24, %v24
  %v27 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v23, <4 x double> %v26, <4 x double> %v25)
  %v28 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v20, <4 x double> %v27, <4 x double> %v17)
  %v29 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v19, <4 x double> splat (double 0xBFE0000000000000), <4 x double> splat (double 0x3FF0000000000000))
  %v30 = fmul <4 x double> %v19, %v19
  %v31 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBF56C16C16C16131), <4 x double> %v19, <4 x double> splat (double 0x3FA5555555555553))
  %v32 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBE927E4F903AB84C), <4 x double> %v19, <4 x double> splat (double 0x3EFA01A019E24894))
  %v33 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FF9AD8C46497), <4 x double> %v19, <4 x double> splat (double 0x3E21EEA890E2E204))
  %v34 = fmul <4 x double> %v19, %v19
  %v35 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v32, <4 x double> %v34, <4 x double> %v31)
  %v36 = fmul <4 x double> %v34, %v34
  %v37 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v33, <4 x double> %v36, <4 x double> %v35)
  %v38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v30, <4 x double> %v37, <4 x double> %v29)
  %v39 = and <4 x i64> %v18, splat (i64 1)
  %v40 = icmp ne <4 x i64> %v39, splat (i64 0)
  %v41 = select <4 x i1> %v40, <4 x double> %v38, <4 x double> %v28
  %v42 = shl <4 x i64> %v18, splat (i64 62)
  %v43 = and <4 x i64> %v42, splat (i64 -9223372036854775808)
  %v44 = bitcast <4 x double> %v41 to <4 x i64>
  %v45 = xor <4 x i64> %v44, %v43
  %v46 = bitcast <4 x i64> %v45 to <4 x double>
  %v47 = and <4 x i64> %v18, splat (i64 1)
  %v48 = icmp ne <4 x i64> %v47, splat (i64 0)
  %v49 = select <4 x i1> %v48, <4 x double> %v28, <4 x double> %v38
  %v50 = add <4 x i64> %v18, splat (i64 1)
  %v51 = shl <4 x i64> %v50, splat (i64 62)
  %v52 = and <4 x i64> %v51, splat (i64 -9223372036854775808)
  %v53 = bitcast <4 x double> %v49 to <4 x i64>
  %v54 = xor <4 x i64> %v53, %v52
  %v55 = bitcast <4 x i64> %v54 to <4 x double>
  %v56 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v8, <4 x double> %v46, <4 x double> %v7)
  %v57 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v1, <4 x double> splat (double 0x3FB999999999999A), <4 x double> %v56)
  store <4 x double> %v57, ptr %out0, align 32
  %v58 = fneg <4 x double> %v5
  %v59 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v58, <4 x double> %v55, <4 x double> %v5)
  %v60 = fadd <4 x double> %v4, %v59
  %v61 = getelementptr <4 x double>, ptr %out0, i64 1
  store <4 x double> %v60, ptr %v61, align 32
  ret void
}

define internal void @pack1(ptr noalias %row, ptr noalias %columns, i64 %row_step, i64 %core_step, i64 %rows) noinline #0 {
entry:
  %v1 = icmp eq i64 %rows, 1
  %v2 = icmp eq i64 %row_step, 0
  %v3 = or i1 %v1, %v2
  br i1 %v3, label %b1, label %b2
b1:
  %v4 = load double, ptr %row
  %v5 = insertelement <4 x double> poison, double %v4, i32 0
  %v6 = shufflevector <4 x double> %v5, <4 x double> poison, <4 x i32> zeroinitializer
  store <4 x double> %v6, ptr %columns, align 32
  ret void
b2:
  %v7 = icmp eq i64 %rows, 4
  %v8 = icmp eq i64 %row_step, 8
  %v9 = and i1 %v7, %v8
  %v10 = icmp eq i64 %core_step, 8
  %v11 = and i1 %v9, %v10
  br i1 %v11, label %b3, label %b4
b3:
  %v12 = getelementptr double, ptr %row, i64 1
  %v13 = getelementptr double, ptr %row, i64 2
  %v14 = getelementptr double, ptr %row, i64 3
  %v15 = load <1 x double>, ptr %row, align 8
  %v16 = load <1 x double>, ptr %v12, align 8
  %v17 = load <1 x double>, ptr %v13, align 8
  %v18 = load <1 x double>, ptr %v14, align 8
  %v19 = shufflevector <1 x double> %v15, <1 x double> %v16, <2 x i32> <i32 0, i32 1>
  %v20 = shufflevector <1 x double> %v17, <1 x double> %v18, <2 x i32> <i32 0, i32 1>
  %v21 = shufflevector <2 x double> %v19, <2 x double> %v20, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %v21, ptr %columns, align 32
  ret void
b4:
  %v22 = icmp sgt i64 %rows, 1
  %v23 = select i1 %v22, i64 %row_step, i64 0
  %v24 = getelementptr i8, ptr %row, i64 %v23
  %v25 = icmp sgt i64 %rows, 2
  %v26 = select i1 %v25, i64 %row_step, i64 0
  %v27 = getelementptr i8, ptr %v24, i64 %v26
  %v28 = icmp sgt i64 %rows, 3
  %v29 = select i1 %v28, i64 %row_step, i64 0
  %v30 = getelementptr i8, ptr %v27, i64 %v29
  %v31 = icmp eq i64 %core_step, 8
  br i1 %v31, label %b5, label %b6
b5:
  %v32 = load <1 x double>, ptr %row, align 8
  %v33 = load <1 x double>, ptr %v24, align 8
  %v34 = load <1 x double>, ptr %v27, align 8
  %v35 = load <1 x double>, ptr %v30, align 8
  %v36 = shufflevector <1 x double> %v32, <1 x double> %v33, <2 x i32> <i32 0, i32 1>
  %v37 = shufflevector <1 x double> %v34, <1 x double> %v35, <2 x i32> <i32 0, i32 1>
  %v38 = shufflevector <2 x double> %v36, <2 x double> %v37, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %v38, ptr %columns, align 32
  ret void
b6:
  %v39 = load double, ptr %row
  %v40 = insertelement <4 x double> poison, double %v39, i32 0
  %v41 = load double, ptr %v24
  %v42 = insertelement <4 x double> %v40, double %v41, i32 1
  %v43 = load double, ptr %v27
  %v44 = insertelement <4 x double> %v42, double %v43, i32 2
  %v45 = load double, ptr %v30
  %v46 = insertelement <4 x double> %v44, double %v45, i32 3
  store <4 x double> %v46, ptr %columns, align 32
  ret void
}

define internal void @pendulum_results_unpack0(ptr noalias %row, ptr noalias %columns, i64 %row_step, i64 %core_step, i64 %rows) noinline #0 {
entry:
  %v1 = icmp eq i64 %rows, 1
  %v2 = icmp eq i64 %row_step, 0
  %v3 = or i1 %v1, %v2
  br i1 %v3, label %b1, label %b2
b1:
  %v4 = load double, ptr %columns
  store double %v4, ptr %row
  ret void
b2:
  %v5 = icmp eq i64 %rows, 4
  %v6 = icmp eq i64 %row_step, 8
  %v7 = and i1 %v5, %v6
  %v8 = icmp eq i64 %core_step, 8
  %v9 = and i1 %v7, %v8
  br i1 %v9, label %b3, label %b4
b3:
  %v10 = getelementptr double, ptr %row, i64 1
  %v11 = getelementptr double, ptr %row, i64 2
  %v12 = getelementptr double, ptr %row, i64 3
  %v13 = load <4 x double>, ptr %columns, align 32
  %v14 = shufflevector <4 x double> %v13, <4 x double> poison, <1 x i32> <i32 0>
  store <1 x double> %v14, ptr %row, align 8
  %v15 = shufflevector <4 x double> %v13, <4 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %v15, ptr %v10, align 8
  %v16 = shufflevector <4 x double> %v13, <4 x double> poison, <1 x i32> <i32 2>
  store <1 x double> %v16, ptr %v11, align 8
  %v17 = shufflevector <4 x double> %v13, <4 x double> poison, <1 x i32> <i32 3>
  store <1 x double> %v17, ptr %v12, align 8
  ret void
b4:
  %v18 = icmp sgt i64 %rows, 1
  %v19 = select i1 %v18, i64 %row_step, i64 0
  %v20 = getelementptr i8, ptr %row, i64 %v19
  %v21 = icmp sgt i64 %rows, 2
  %v22 = select i1 %v21, i64 %row_step, i64 0
  %v23 = getelementptr i8, ptr %v20, i64 %v22
  %v24 = icmp sgt i64 %rows, 3
  %v25 = select i1 %v24, i64 %row_step, i64 0
  %v26 = getelementptr i8, ptr %v23, i64 %v25
  %v27 = icmp eq i64 %core_step, 8
  br i1 %v27, label %b5, label %b6
b5:
  %v28 = load <4 x double>, ptr %columns, align 32
  %v29 = shufflevector <4 x double> %v28, <4 x double> poison, <1 x i32> <i32 0>
  store <1 x double> %v29, ptr %row, align 8
  %v30 = shufflevector <4 x double> %v28, <4 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %v30, ptr %v20, align 8
  %v31 = shufflevector <4 x double> %v28, <4 x double> poison, <1 x i32> <i32 2>
  store <1 x double> %v31, ptr %v23, align 8
  %v32 = shufflevector <4 x double> %v28, <4 x double> poison, <1 x i32> <i32 3>
  store <1 x double> %v32, ptr %v26, align 8
  ret void
b6:
  %v33 = load <4 x double>, ptr %columns, align 32
  %v34 = extractelement <4 x double> %v33, i32 0
  store double %v34, ptr %row
  %v35 = extractelement <4 x double> %v33, i32 1
  store double %v35, ptr %v20
  %v36 = extractelement <4 x double> %v33, i32 2
  store double %v36, ptr %v23
  %v37 = extractelement <4 x double> %v33, i32 3
  store double %v37, ptr %v26
  ret void
}

define internal void @pendulum_results_unpack1(ptr noalias %row, ptr noalias %columns, i64 %row_step, i64 %core_step, i64 %rows) noinline #0 {
entry:
  %v1 = icmp eq i64 %rows, 1
  %v2 = icmp eq i64 %row_step, 0
  %v3 = or i1 %v1, %v2
  br i1 %v3, label %b1, label %b2
b1:
  %v4 = getelementptr <4 x double>, ptr %columns, i64 1
  %v5 = load double, ptr %v4
  store double %v5, ptr %row
  ret void
b2:
  %v6 = icmp eq i64 %rows, 4
  %v7 = icmp eq i64 %row_step, 8
  %v8 = and i1 %v6, %v7
  %v9 = icmp eq i64 %core_step, 8
  %v10 = and i1 %v8, %v9
  br i1 %v10, label %b3, label %b4
b3:
  %v11 = getelementptr double, ptr %row, i64 1
  %v12 = getelementptr double, ptr %row, i64 2
  %v13 = getelementptr double, ptr %row, i64 3
  %v14 = getelementptr <4 x double>, ptr %columns, i64 1
  %v15 = load <4 x double>, ptr %v14, align 32
  %v16 = shufflevector <4 x double> %v15, <4 x double> poison, <1 x i32> <i32 0>
  store <1 x double> %v16, ptr %row, align 8
  %v17 = shufflevector <4 x double> %v15, <4 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %v17, ptr %v11, align 8
  %v18 = shufflevector <4 x double> %v15, <4 x double> poison, <1 x i32> <i32 2>
  store <1 x double> %v18, ptr %v12, align 8
  %v19 = shufflevector <4 x double> %v15, <4 x double> poison, <1 x i32> <i32 3>
  store <1 x double> %v19, ptr %v13, align 8
  ret void
b4:
  %v20 = icmp sgt i64 %rows, 1
  %v21 = select i1 %v20, i64 %row_step, i64 0
  %v22 = getelementptr i8, ptr %row, i64 %v21
  %v23 = icmp sgt i64 %rows, 2
  %v24 = select i1 %v23, i64 %row_step, i64 0
  %v25 = getelementptr i8, ptr %v22, i64 %v24
  %v26 = icmp sgt i64 %rows, 3
  %v27 = select i1 %v26, i64 %row_step, i64 0
  %v28 = getelementptr i8, ptr %v25, i64 %v27
  %v29 = icmp eq i64 %core_step, 8
  br i1 %v29, label %b5, label %b6
b5:
  %v30 = getelementptr <4 x double>, ptr %columns, i64 1
  %v31 = load <4 x double>, ptr %v30, align 32
  %v32 = shufflevector <4 x double> %v31, <4 x double> poison, <1 x i32> <i32 0>
  store <1 x double> %v32, ptr %row, align 8
  %v33 = shufflevector <4 x double> %v31, <4 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %v33, ptr %v22, align 8
  %v34 = shufflevector <4 x double> %v31, <4 x double> poison, <1 x i32> <i32 2>
  store <1 x double> %v34, ptr %v25, align 8
  %v35 = shufflevector <4 x double> %v31, <4 x double> poison, <1 x i32> <i32 3>
  store <1 x double> %v35, ptr %v28, align 8
  ret void
b6:
  %v36 = getelementptr <4 x double>, ptr %columns, i64 1
  %v37 = load <4 x double>, ptr %v36, align 32
  %v38 = extractelement <4 x double> %v37, i32 0
  store double %v38, ptr %row
  %v39 = extractelement <4 x double> %v37, i32 1
  store double %v39, ptr %v22
  %v40 = extractelement <4 x double> %v37, i32 2
  store double %v40, ptr %v25
  %v41 = extractelement <4 x double> %v37, i32 3
  store double %v41, ptr %v28
  ret void
}

define void @pendulum_results(ptr %args, ptr %dimensions, ptr %steps, ptr %data) #0 {
entry:
  %v1 = alloca [192 x i8], align 64
  %v2 = alloca i32, align 4
  call void @llvm.x86.sse.stmxcsr(ptr %v2)
  %v3 = load i64, ptr %dimensions
  %v4 = load ptr, ptr %args
  %v5 = load i64, ptr %steps
  %v6 = getelementptr i64, ptr %steps, i64 6
  %v7 = load i64, ptr %v6
  %v8 = getelementptr ptr, ptr %args, i64 1
  %v9 = load ptr, ptr %v8
  %v10 = getelementptr i64, ptr %steps, i64 1
  %v11 = load i64, ptr %v10
  %v12 = getelementptr i64, ptr %steps, i64 7
  %v13 = load i64, ptr %v12
  %v14 = getelementptr ptr, ptr %args, i64 2
  %v15 = load ptr, ptr %v14
  %v16 = getelementptr i64, ptr %steps, i64 2
  %v17 = load i64, ptr %v16
  %v18 = getelementptr i64, ptr %steps, i64 8
  %v19 = load i64, ptr %v18
  %v20 = getelementptr ptr, ptr %args, i64 3
  %v21 = load ptr, ptr %v20
  %v22 = getelementptr i64, ptr %steps, i64 3
  %v23 = load i64, ptr %v22
  %v24 = getelementptr i64, ptr %steps, i64 9
  %v25 = load i64, ptr %v24
  %v26 = getelementptr ptr, ptr %args, i64 4
  %v27 = load ptr, ptr %v26
  %v28 = getelementptr i64, ptr %steps, i64 4
  %v29 = load i64, ptr %v28
  %v30 = getelementptr i64, ptr %steps, i64 10
  %v31 = load i64, ptr %v30
  %v32 = getelementptr ptr, ptr %args, i64 5
  %v33 = load ptr, ptr %v32
  %v34 = getelementptr i64, ptr %steps, i64 5
  %v35 = load i64, ptr %v34
  %v36 = getelementptr i64, ptr %steps, i64 11
  %v37 = load i64, ptr %v36
  %v38 = getelementptr <4 x double>, ptr %v1, i64 1
  %v39 = getelementptr <4 x double>, ptr %v1, i64 2
  %v40 = getelementptr <4 x double>, ptr %v1, i64 3
  %v41 = getelementptr <4 x double>, ptr %v1, i64 4
  %v42 = getelementptr <4 x double>, ptr %v1, i64 6
  %v43 = icmp sgt i64 %v3, 0
  br i1 %v43, label %b1, label %b2
b1:
  %v44 = icmp ne i64 %v5, 0
  %v45 = icmp ne i64 %v11, 0
  %v46 = icmp ne i64 %v17, 0
  %v47 = icmp ne i64 %v23, 0
  %v48 = xor i1 %v44, true
  br i1 %v48, label %b3, label %b4
b3:
  call void @pack1(ptr %v4, ptr %v1, i64 %v5, i64 %v7, i64 1)
  br label %b4
b4:
  %v49 = xor i1 %v45, true
  br i1 %v49, label %b5, label %b6
b5:
  call void @pack1(ptr %v9, ptr %v38, i64 %v11, i64 %v13, i64 1)
  br label %b6
b6:
  %v50 = xor i1 %v46, true
  br i1 %v50, label %b7, label %b8
b7:
  call void @pack1(ptr %v15, ptr %v39, i64 %v17, i64 %v19, i64 1)
  br label %b8
b8:
  %v51 = xor i1 %v47, true
  br i1 %v51, label %b9, label %b10
b9:
  call void @pack1(ptr %v21, ptr %v40, i64 %v23, i64 %v25, i64 1)
  br label %b10
b10:
  br label %b11
b11:
  %v52 = phi i64 [0, %b10], [%v53, %b48]
  %v54 = icmp slt i64 %v52, %v3
  br i1 %v54, label %b12, label %b13
b12:
  %v55 = sub i64 %v3, %v52
  %v56 = icmp slt i64 %v55, 4
  %v57 = select i1 %v56, i64 %v55, i64 4
  br i1 %v44, label %b14, label %b15
b14:
  %v58 = mul i64 %v5, %v52
  %v59 = getelementptr i8, ptr %v4, i64 %v58
  call void @pack1(ptr %v59, ptr %v1, i64 %v5, i64 %v7, i64 %v57)
  br label %b15
b15:
  br i1 %v45, label %b16, label %b17
b16:
  %v60 = mul i64 %v11, %v52
  %v61 = getelementptr i8, ptr %v9, i64 %v60
  call void @pack1(ptr %v61, ptr %v38, i64 %v11, i64 %v13, i64 %v57)
  br label %b17
b17:
  br i1 %v46, label %b18, label %b19
b18:
  %v62 = mul i64 %v17, %v52
  %v63 = getelementptr i8, ptr %v15, i64 %v62
  call void @pack1(ptr %v63, ptr %v39, i64 %v17, i64 %v19, i64 %v57)
  br label %b19
b19:
  br i1 %v47, label %b20, label %b21
b20:
  %v64 = mul i64 %v23, %v52
  %v65 = getelementptr i8, ptr %v21, i64 %v64
  call void @pack1(ptr %v65, ptr %v40, i64 %v23, i64 %v25, i64 %v57)
  br label %b21
b21:
  %v66 = add i64 %v52, 4
  %v67 = mul i64 %v5, %v66
  %v68 = getelementptr i8, ptr %v4, i64 %v67
  %v69 = icmp eq i64 %v5, 8
  br i1 %v69, label %b22, label %b23
b22:
  br label %b24
b24:
  %v70 = phi i64 [0, %b22], [%v71, %b25]
  %v72 = icmp slt i64 %v70, 32
  br i1 %v72, label %b25, label %b26
b25:
  %v73 = getelementptr i8, ptr %v68, i64 %v70
  call void @llvm.prefetch.p0(ptr %v73, i32 0, i32 3, i32 1)
  %v71 = add i64 %v70, 64
  br label %b24
b26:
  br label %b23
b23:
  %v74 = mul i64 %v11, %v66
  %v75 = getelementptr i8, ptr %v9, i64 %v74
  %v76 = icmp eq i64 %v11, 8
  br i1 %v76, label %b27, label %b28
b27:
  br label %b29
b29:
  %v77 = phi i64 [0, %b27], [%v78, %b30]
  %v79 = icmp slt i64 %v77, 32
  br i1 %v79, label %b30, label %b31
b30:
  %v80 = getelementptr i8, ptr %v75, i64 %v77
  call void @llvm.prefetch.p0(ptr %v80, i32 0, i32 3, i32 1)
  %v78 = add i64 %v77, 64
  br label %b29
b31:
  br label %b28
b28:
  %v81 = mul i64 %v17, %v66
  %v82 = getelementptr i8, ptr %v15, i64 %v81
  %v83 = icmp eq i64 %v17, 8
  br i1 %v83, label %b32, label %b33
b32:
  br label %b34
b34:
  %v84 = phi i64 [0, %b32], [%v85, %b35]
  %v86 = icmp slt i64 %v84, 32
  br i1 %v86, label %b35, label %b36
b35:
  %v87 = getelementptr i8, ptr %v82, i64 %v84
  call void @llvm.prefetch.p0(ptr %v87, i32 0, i32 3, i32 1)
  %v85 = add i64 %v84, 64
  br label %b34
b36:
  br label %b33
b33:
  %v88 = mul i64 %v23, %v66
  %v89 = getelementptr i8, ptr %v21, i64 %v88
  %v90 = icmp eq i64 %v23, 8
  br i1 %v90, label %b37, label %b38
b37:
  br label %b39
b39:
  %v91 = phi i64 [0, %b37], [%v92, %b40]
  %v93 = icmp slt i64 %v91, 32
  br i1 %v93, label %b40, label %b41
b40:
  %v94 = getelementptr i8, ptr %v89, i64 %v91
  call void @llvm.prefetch.p0(ptr %v94, i32 0, i32 3, i32 1)
  %v92 = add i64 %v91, 64
  br label %b39
b41:
  br label %b38
b38:
  %v95 = mul i64 %v29, %v52
  %v96 = getelementptr i8, ptr %v27, i64 %v95
  %v97 = icmp eq i64 %v29, 8
  br i1 %v97, label %b42, label %b43
b42:
  br label %b44
b44:
  %v98 = phi i64 [0, %b42], [%v99, %b45]
  %v100 = icmp slt i64 %v98, 32
  br i1 %v100, label %b45, label %b46
b45:
  %v101 = getelementptr i8, ptr %v96, i64 %v98
  call void @llvm.prefetch.p0(ptr %v101, i32 1, i32 3, i32 1)
  %v99 = add i64 %v98, 64
  br label %b44
b46:
  br label %b43
b43:
  %v102 = mul i64 %v35, %v52
  %v103 = getelementptr i8, ptr %v33, i64 %v102
  %v104 = icmp eq i64 %v35, 8
  br i1 %v104, label %b47, label %b48
b47:
  br label %b49
b49:
  %v105 = phi i64 [0, %b47], [%v106, %b50]
  %v107 = icmp slt i64 %v105, 32
  br i1 %v107, label %b50, label %b51
b50:
  %v108 = getelementptr i8, ptr %v103, i64 %v105
  call void @llvm.prefetch.p0(ptr %v108, i32 1, i32 3, i32 1)
  %v106 = add i64 %v105, 64
  br label %b49
b51:
  br label %b48
b48:
  call void @pendulum_results_block(ptr %v1, ptr %v38, ptr %v39, ptr %v40, ptr %v41, ptr %v42)
  %v109 = sub i64 %v3, %v52
  %v110 = icmp slt i64 %v109, 4
  %v111 = select i1 %v110, i64 %v109, i64 4
  %v112 = mul i64 %v29, %v52
  %v113 = getelementptr i8, ptr %v27, i64 %v112
  call void @pendulum_results_unpack0(ptr %v113, ptr %v41, i64 %v29, i64 %v31, i64 %v111)
  %v114 = mul i64 %v35, %v52
  %v115 = getelementptr i8, ptr %v33, i64 %v114
  call void @pendulum_results_unpack1(ptr %v115, ptr %v41, i64 %v35, i64 %v37, i64 %v111)
  %v53 = add i64 %v52, 4
  br label %b11
b13:
  br label %b2
b2:
  call void @llvm.x86.sse.ldmxcsr(ptr %v2)
  ret void
}

attributes #0 = { nounwind alignstack=32 "prefer-vector-width"="256" "min-legal-vector-width"="256" }
