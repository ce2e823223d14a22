declare <4 x double> @llvm.fabs.v4f64(<4 x double>)
declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>)
declare void @llvm.x86.sse.ldmxcsr(ptr)
declare void @llvm.x86.sse.stmxcsr(ptr)

define internal void @pendulum_results_block(ptr noalias %in0, ptr noalias %in1, ptr noalias %in2, ptr noalias %in3, ptr noalias %out0, ptr noalias %scratch) noinline #0 {
entry:
  %v1 = load <4 x double>, ptr %in3, align 32
  %v2 = fmul <4 x double> %v1, %v1
  %v3 = load <4 x double>, ptr %in2, align 32
  %v4 = fmul <4 x double> %v3, %v2
  %v5 = fmul <4 x double> %v1, splat (double 0x40239EB851EB851F)
  %v6 = load <4 x double>, ptr %in0, align 32
  %v7 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v6, <4 x double> splat (double 0x3FE45F306DC9C883), <4 x double> splat (double 0x4338000000000000))
  %v8 = fsub <4 x double> splat (double 0x4338000000000000), %v7
  %v9 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v8, <4 x double> splat (double 0x3FF921FB54442D18), <4 x double> %v6)
  %v10 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v8, <4 x double> splat (double 0x3C91A62633145C07), <4 x double> %v9)
  %v11 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v8, <4 x double> splat (double 0xB91F1976B7ED8FBC), <4 x double> %v10)
  %v12 = call <4 x double> @llvm.fabs.v4f64(<4 x double> %v6)
  %v13 = fcmp ole <4 x double> %v12, splat (double 0x41CDCD6500000000)
  %v14 = select <4 x i1> %v13, <4 x double> %v11, <4 x double> splat (double 0x7FF8000000000000)
  %v15 = bitcast <4 x double> %v7 to <4 x i64>
  %v16 = fmul <4 x double> %v14, %v14
  %v17 = fmul <4 x double> %v16, %v14
  %v18 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3F8111111110FB4A), <4 x double> %v16, <4 x double> splat (double 0xBFC555555555554C))
  %v19 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3EC71DE356EB0DE6), <4 x double> %v16, <4 x double> splat (double 0xBF2A01A019C2FEA4))
  %v20 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0x3DE5D87440C807B4), <4 x double> %v16, <4 x double> splat (double 0xBE5AE5E4BB84BC9D))
  %v21 = fmul <4 x double> %v16, %v16
  %v22 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v19, <4 x double> %v21, <4 x double> %v18)
  %v23 = fmul <4 x double> %v21, %v21
  %v24 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v20, <4 x double> %v23, <4 x double> %v22)
  %v25 = fmul <4 x double> %v17, %v24
  %v26 = fadd <4 x double> %v14, %v25
  %v27 = fmul <4 x double> %v16, splat (double 0x3FE0000000000000)
  %v28 = fsub <4 x double> splat (double 0x3FF0000000000000), %v27
  %v29 = fsub <4 x double> splat (double 0x3FF0000000000000), %v28
  %v30 = fsub <4 x double> %v29, %v27
  %v31 = fmul <4 x double> %v16, %v16
  %v32 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBF56C16C16C16131), <4 x double> %v16, <4 x double> splat (double 0x3FA5555555555553))
  %v33 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBE927E4F903AB84C), <4 x double> %v16, <4 x double> splat (double 0x3EFA01A019E24894))
  %v34 = call <4 x double> @llvm.fma.v4f64(<4 x double> splat (double 0xBDA8FF9AD8C46497), <4 x double> %v16, <4 x double> splat (double 0x3E21EEA890E2E204))
  %v35 = fmul <4 x double> %v16, %v16
  %v36 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v33, <4 x double> %v35, <4 x double> %v32)
  %v37 = fmul <4 x double> %v35, %v35
  %v38 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v34, <4 x double> %v37, <4 x double> %v36)
  %v39 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v31, <4 x double> %v38, <4 x double> %v30)
  %v40 = fadd <4 x double> %v28, %v39
  %v41 = and <4 x i64> %v15, splat (i64 1)
  %v42 = icmp ne <4 x i64> %v41, splat (i64 0)
  %v43 = select <4 x i1> %v42, <4 x double> %v40, <4 x double> %v26
  %v44 = and <4 x i64> %v15, splat (i64 2)
  %v45 = shl <4 x i64> %v44, splat (i64 62)
  %v46 = bitcast <4 x double> %v43 to <4 x i64>
  %v47 = xor <4 x i64> %v46, %v45
  %v48 = bitcast <4 x i64> %v47 to <4 x double>
  %v49 = and <4 x i64> %v15, splat (i64 1)
  %v50 = icmp ne <4 x i64> %v49, splat (i64 0)
  %v51 = select <4 x i1> %v50, <4 x double> %v26, <4 x double> %v40
  %v52 = add <4 x i64> %v15, splat (i64 1)
  %v53 = and <4 x i64> %v52, splat (i64 2)
  %v54 = shl <4 x i64> %v53, splat (i64 62)
  %v55 = bitcast <4 x double> %v51 to <4 x i64>
  %v56 = xor <4 x i64> %v55, %v54
  %v57 = bitcast <4 x i64> %v56 to <4 x double>
  %v58 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v5, <4 x double> %v48, <4 x double> %v4)
  %v59 = load <4 x double>, ptr %in1, align 32
  %v60 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v59, <4 x double> splat (double 0x3FB999999999999A), <4 x double> %v58)
  store <4 x double> %v60, ptr %out0, align 32
  %v61 = fneg <4 x double> %v1
  %v62 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v61, <4 x double> %v57, <4 x double> %v1)
  %v63 = fmul <4 x double> %v59, splat (double 0x0000000000000000)
  %v64 = call <4 x double> @llvm.fma.v4f64(<4 x double> %v3, <4 x double> splat (double 0x0000000000000000), <4 x double> %v63)
  %v65 = fadd <4 x double> %v64, %v62
  %v66 = getelementptr <4 x double>, ptr %out0, i64 1
  store <4 x double> %v65, ptr %v66, align 32
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
  %v7 = icmp sgt i64 %rows, 1
  %v8 = select i1 %v7, i64 %row_step, i64 0
  %v9 = getelementptr i8, ptr %row, i64 %v8
  %v10 = icmp sgt i64 %rows, 2
  %v11 = select i1 %v10, i64 %row_step, i64 0
  %v12 = getelementptr i8, ptr %v9, i64 %v11
  %v13 = icmp sgt i64 %rows, 3
  %v14 = select i1 %v13, i64 %row_step, i64 0
  %v15 = getelementptr i8, ptr %v12, i64 %v14
  %v16 = icmp eq i64 %core_step, 8
  br i1 %v16, label %b3, label %b4
b3:
  %v17 = load <1 x double>, ptr %row, align 8
  %v18 = load <1 x double>, ptr %v9, align 8
  %v19 = load <1 x double>, ptr %v12, align 8
  %v20 = load <1 x double>, ptr %v15, align 8
  %v21 = shufflevector <1 x double> %v17, <1 x double> %v18, <2 x i32> <i32 0, i32 1>
  %v22 = shufflevector <1 x double> %v19, <1 x double> %v20, <2 x i32> <i32 0, i32 1>
  %v23 = shufflevector <2 x double> %v21, <2 x double> %v22, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x double> %v23, ptr %columns, align 32
  ret void
b4:
  %v24 = load double, ptr %row
  %v25 = insertelement <4 x double> poison, double %v24, i32 0
  %v26 = load double, ptr %v9
  %v27 = insertelement <4 x double> %v25, double %v26, i32 1
  %v28 = load double, ptr %v12
  %v29 = insertelement <4 x double> %v27, double %v28, i32 2
  %v30 = load double, ptr %v15
  %v31 = insertelement <4 x double> %v29, double %v30, i32 3
  store <4 x double> %v31, ptr %columns, align 32
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
  %v5 = icmp sgt i64 %rows, 1
  %v6 = select i1 %v5, i64 %row_step, i64 0
  %v7 = getelementptr i8, ptr %row, i64 %v6
  %v8 = icmp sgt i64 %rows, 2
  %v9 = select i1 %v8, i64 %row_step, i64 0
  %v10 = getelementptr i8, ptr %v7, i64 %v9
  %v11 = icmp sgt i64 %rows, 3
  %v12 = select i1 %v11, i64 %row_step, i64 0
  %v13 = getelementptr i8, ptr %v10, i64 %v12
  %v14 = icmp eq i64 %core_step, 8
  br i1 %v14, label %b3, label %b4
b3:
  %v15 = load <4 x double>, ptr %columns, align 32
  %v16 = shufflevector <4 x double> %v15, <4 x double> poison, <1 x i32> <i32 0>
  store <1 x double> %v16, ptr %row, align 8
  %v17 = shufflevector <4 x double> %v15, <4 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %v17, ptr %v7, align 8
  %v18 = shufflevector <4 x double> %v15, <4 x double> poison, <1 x i32> <i32 2>
  store <1 x double> %v18, ptr %v10, align 8
  %v19 = shufflevector <4 x double> %v15, <4 x double> poison, <1 x i32> <i32 3>
  store <1 x double> %v19, ptr %v13, align 8
  ret void
b4:
  %v20 = load <4 x double>, ptr %columns, align 32
  %v21 = extractelement <4 x double> %v20, i32 0
  store double %v21, ptr %row
  %v22 = extractelement <4 x double> %v20, i32 1
  store double %v22, ptr %v7
  %v23 = extractelement <4 x double> %v20, i32 2
  store double %v23, ptr %v10
  %v24 = extractelement <4 x double> %v20, i32 3
  store double %v24, ptr %v13
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
  %v6 = icmp sgt i64 %rows, 1
  %v7 = select i1 %v6, i64 %row_step, i64 0
  %v8 = getelementptr i8, ptr %row, i64 %v7
  %v9 = icmp sgt i64 %rows, 2
  %v10 = select i1 %v9, i64 %row_step, i64 0
  %v11 = getelementptr i8, ptr %v8, i64 %v10
  %v12 = icmp sgt i64 %rows, 3
  %v13 = select i1 %v12, i64 %row_step, i64 0
  %v14 = getelementptr i8, ptr %v11, i64 %v13
  %v15 = icmp eq i64 %core_step, 8
  br i1 %v15, label %b3, label %b4
b3:
  %v16 = getelementptr <4 x double>, ptr %columns, i64 1
  %v17 = load <4 x double>, ptr %v16, align 32
  %v18 = shufflevector <4 x double> %v17, <4 x double> poison, <1 x i32> <i32 0>
  store <1 x double> %v18, ptr %row, align 8
  %v19 = shufflevector <4 x double> %v17, <4 x double> poison, <1 x i32> <i32 1>
  store <1 x double> %v19, ptr %v8, align 8
  %v20 = shufflevector <4 x double> %v17, <4 x double> poison, <1 x i32> <i32 2>
  store <1 x double> %v20, ptr %v11, align 8
  %v21 = shufflevector <4 x double> %v17, <4 x double> poison, <1 x i32> <i32 3>
  store <1 x double> %v21, ptr %v14, align 8
  ret void
b4:
  %v22 = getelementptr <4 x double>, ptr %columns, i64 1
  %v23 = load <4 x double>, ptr %v22, align 32
  %v24 = extractelement <4 x double> %v23, i32 0
  store double %v24, ptr %row
  %v25 = extractelement <4 x double> %v23, i32 1
  store double %v25, ptr %v8
  %v26 = extractelement <4 x double> %v23, i32 2
  store double %v26, ptr %v11
  %v27 = extractelement <4 x double> %v23, i32 3
  store double %v27, ptr %v14
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
  %v52 = phi i64 [0, %b10], [%v53, %b21]
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
  call void @pendulum_results_block(ptr %v1, ptr %v38, ptr %v39, ptr %v40, ptr %v41, ptr %v42)
  %v66 = sub i64 %v3, %v52
  %v67 = icmp slt i64 %v66, 4
  %v68 = select i1 %v67, i64 %v66, i64 4
  %v69 = mul i64 %v29, %v52
  %v70 = getelementptr i8, ptr %v27, i64 %v69
  call void @pendulum_results_unpack0(ptr %v70, ptr %v41, i64 %v29, i64 %v31, i64 %v68)
  %v71 = mul i64 %v35, %v52
  %v72 = getelementptr i8, ptr %v33, i64 %v71
  call void @pendulum_results_unpack1(ptr %v72, ptr %v41, i64 %v35, i64 %v37, i64 %v68)
  %v53 = add i64 %v52, 4
  br label %b11
b13:
  br label %b2
b2:
  call void @llvm.x86.sse.ldmxcsr(ptr %v2)
  ret void
}

attributes #0 = { nounwind "prefer-vector-width"="256" "min-legal-vector-width"="256" }
