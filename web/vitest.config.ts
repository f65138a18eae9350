import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

/**
 * Tests that build a page with vite, replace `location` or change the time zone. None of it works in
 * the vmThreads pool.
 */
const alone = ['src/verifier/vectors.test.ts', 'src/app/app.test.tsx', 'src/ui/fields/dateZones.test.tsx'];

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
      setupFiles: ['tests/setup.ts'],
      css: { modules: { classNameStrategy: 'non-scoped' } },
      restoreMocks: true,
      maxWorkers: 2,
      // For a machine that is busy with other things; a test waits for conditions, not for time.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'together', // each file has its own context; a worker loads the libraries once for all files
            environment: './tests/jsdomWithStreams.ts',
            pool: 'vmThreads',
            include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
            exclude: [...configDefaults.exclude, ...alone],
          },
        },
        { extends: true, test: { name: 'alone', include: alone } },
      ],
    },
  }),
);
