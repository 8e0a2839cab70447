// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The least that runs a kernel: the first OpenCL device that keeps our bits, a program that includes cell headers, planes of
// floats on the device, a launch over a map. One work-item a sample, plain kernels, one after the other.
#ifndef ORO_TESTS_OPENCL_DEVICE_H
#define ORO_TESTS_OPENCL_DEVICE_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SKIPPED = 77 };

static struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
} device;

/// Can it give the bits of IEEE 754? Division and root rounded correctly, and small numbers kept.
static inline bool keeps_bits(cl_device_id id) {
    cl_device_fp_config can = 0;
    clGetDeviceInfo(id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof can, &can, NULL);
    return can & CL_FP_DENORM && can & CL_FP_ROUND_TO_NEAREST && can & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
}

/// False, with the reason printed, where there is nothing to run on.
static inline bool open_device(void) {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS || count == 0) {
        printf("SKIPPED: there is no OpenCL platform; pocl-opencl-icd is one\n");
        return false;
    }
    for (cl_uint i = 0; i < count && i < 8 && !device.id; i++) {
        cl_device_id ids[8];
        cl_uint devices = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 8, ids, &devices) != CL_SUCCESS) continue;
        for (cl_uint k = 0; k < devices && k < 8 && !device.id; k++)
            if (keeps_bits(ids[k])) device.id = ids[k];
    }
    if (!device.id) {
        printf("SKIPPED: no OpenCL device rounds division and roots correctly and keeps small numbers\n");
        return false;
    }
    char name[200] = "";
    clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof name, name, NULL);
    printf("on %s\n", name);
    cl_int error = CL_SUCCESS;
    device.context = clCreateContext(NULL, 1, &device.id, NULL, NULL, &error);
    if (error == CL_SUCCESS) device.queue = clCreateCommandQueue(device.context, device.id, 0, &error);
    if (error != CL_SUCCESS) printf("the device does not open: OpenCL error %d\n", error);
    return error == CL_SUCCESS;
}

static inline void good(cl_int error) {
    if (error != CL_SUCCESS) fail_msg("OpenCL error %d", error);
}

/// Compiles tests/opencl/NAME.cl for the coming launches. It may include what lies below src.
static inline void use_program(const char *name) {
    char path[500], options[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/opencl/%s.cl", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *source = malloc(size + 1);
    assert_int_equal(fread(source, 1, size, file), size);
    source[size] = 0;
    fclose(file);
    cl_int error;
    if (device.program) clReleaseProgram(device.program);
    device.program = clCreateProgramWithSource(device.context, 1, (const char **)&source, &size, &error);
    good(error);
    free(source);
    snprintf(options, sizeof options, "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -I%s/src -I%s/tests/opencl",
             SOURCE_DIR, SOURCE_DIR);
    if (clBuildProgram(device.program, 1, &device.id, options, NULL, NULL) != CL_SUCCESS) {
        static char said[20000];
        clGetProgramBuildInfo(device.program, device.id, CL_PROGRAM_BUILD_LOG, sizeof said - 1, said, NULL);
        fail_msg("%s.cl does not compile:\n%s", name, said);
    }
}

/// A buffer with the bytes at `from`, or with zeros where it is NULL.
static inline cl_mem put(const void *from, size_t bytes) {
    void *zeros = from ? NULL : calloc(1, bytes);
    cl_int error;
    cl_mem m = clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                              from ? (void *)from : zeros, &error);
    good(error);
    free(zeros);
    return m;
}

static inline void get(cl_mem m, void *to, size_t bytes) {
    good(clEnqueueReadBuffer(device.queue, m, CL_TRUE, 0, bytes, to, 0, NULL, NULL));
}

/// An argument of a kernel: its bytes.
typedef struct argument {
    size_t size;
    const void *value;
} argument;

#define ARG(variable) ((argument){sizeof(variable), &(variable)})

/// Runs a kernel once for every sample of a map.
static inline void launch(const char *name, int32_t width, int32_t height, int count, const argument *arguments) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(device.program, name, &error);
    good(error);
    for (int i = 0; i < count; i++) good(clSetKernelArg(kernel, (cl_uint)i, arguments[i].size, arguments[i].value));
    size_t size[2] = {(size_t)width, (size_t)height};
    good(clEnqueueNDRangeKernel(device.queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL));
    good(clFinish(device.queue));
    clReleaseKernel(kernel);
}

#define LAUNCH(name, width, height, ...)                                                                               \
    launch(name, width, height, (int)(sizeof((argument[]){__VA_ARGS__}) / sizeof(argument)), (argument[]){__VA_ARGS__})

/// Not one bit may differ.
static inline void same_bits(const char *what, const float *of_device, const float *of_cpu, int32_t count) {
    int32_t different = 0, first = -1;
    for (int32_t i = 0; i < count; i++)
        if (memcmp(&of_device[i], &of_cpu[i], sizeof(float)) != 0) {
            first = first < 0 ? i : first;
            different++;
        }
    if (different)
        fail_msg("%s: %d of %d values differ; number %d is %.9g on the device and %.9g here", what, different, count,
                 first, (double)of_device[first], (double)of_cpu[first]);
}

#endif
