module.exports = { plugins: [require('postcss-preset-mantine'), require('./web/css-fallbacks.cjs')] };
