import fc from 'fast-check';

/** The same commit meets the same random values each time; SEED=2 in the environment makes others. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['SEED'] ?? 1) });
