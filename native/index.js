'use strict';

const { loadAddon } = require('./loader');

module.exports = loadAddon(__dirname);
