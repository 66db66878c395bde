/** The package names no types of its smaller form. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
