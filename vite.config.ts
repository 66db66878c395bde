import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpoints } from './web/endpoints-plugin.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'web',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      addExtensions: 'tsx',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    endpoints(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // Only for forms: the landing page does not validate.
            { name: 'zod', test: /node_modules\/zod\//, priority: 2 },
            // Small parts that most pages share compress better together than each in a file of its own.
            { name: 'parts', test: /node_modules\//, minShareCount: 32, maxModuleSize: 16_000, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: api, changeOrigin: false }, '/files': { target: api, changeOrigin: false } },
  },
});
