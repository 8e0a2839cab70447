// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// usage: node validate.js MODULES FILE.glb: what Khronos' checker finds; exit code 1 for errors or warnings.
const { readFileSync } = require('fs');
const validator = require(require.resolve('gltf-validator', { paths: [process.argv[2]] }));
validator.validateBytes(new Uint8Array(readFileSync(process.argv[3]))).then((report) => {
  const { numErrors, numWarnings, messages } = report.issues;
  for (const m of messages) console.log(`${m.severity} ${m.code} ${m.message}`);
  console.log(`${numErrors} errors, ${numWarnings} warnings, ${report.info.totalTriangleCount} triangles`);
  process.exit(numErrors + numWarnings ? 1 : 0);
});
