/** The URL of a program of an engine, built from that file: see scripts/lib/programs.mjs. */
declare module '*?program' {
  const address: URL;
  export default address;
}
