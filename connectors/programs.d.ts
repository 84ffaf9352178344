/** A program of an engine's own, built from that file: see scripts/lib/programs.mjs. */
declare module '*?program' {
  const address: URL;
  export default address;
}
