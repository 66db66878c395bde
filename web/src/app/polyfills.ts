// Functions that are newer than the oldest browsers (web/oldest-browsers.ts). ops/e2e/browsers/built.test.ts fails when
// the built files use another one.
import 'core-js/modules/es.array.to-reversed.js';
import 'core-js/modules/es.array.to-sorted.js';
import 'core-js/modules/es.array.to-spliced.js';
import 'core-js/modules/es.string.is-well-formed.js';
import 'core-js/modules/web.url.can-parse.js';
