/** Exits with a clear message if Node is too old for what follows. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `DB Migration Utility needs Node.js 20.19 or newer (24 is recommended); this is ${process.versions.node}.`,
  );
  process.exit(1);
}
