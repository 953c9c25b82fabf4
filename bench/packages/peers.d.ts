/** The packages that are compared: only `bench/` installs them, and the types of ours are checked without them. */
declare module '@citation-js/core';
declare module '@citation-js/plugin-bibtex';
declare module '@tmcw/togeojson';
declare module '@xmldom/xmldom';
declare module 'asn1js';
declare module 'diff';
declare module 'exifr';
declare module 'fast-xml-parser';
declare module 'json-p3';
declare module 'lossless-json';
declare module 'node-forge';
declare module 'pkijs';
