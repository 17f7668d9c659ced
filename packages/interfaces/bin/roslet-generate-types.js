#!/usr/bin/env node
'use strict';

const { runGenerateTypes } = require('../dist/generate-types.js');

process.exitCode = runGenerateTypes(process.argv.slice(2), {
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
