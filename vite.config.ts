import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { joinedChunks } from './web/chunks-plugin.ts';
import { endpoints } from './web/endpoints-plugin.ts';
import { repeatableImports } from './web/imports-plugin.ts';
import { BUILD_TARGET } from './web/oldest-browsers.ts';
import { numberedTexts } from './web/page-texts.ts';
import { pages } from './web/pages-plugin.ts';

const joined = joinedChunks();
const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'web',
  define: { PAGE_TEXTS: JSON.stringify(numberedTexts()) },
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
    repeatableImports(),
    pages(),
    joined.plugin,
  ],
  // Texts are read as a whole.
  json: { namedExports: false },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: BUILD_TARGET,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Only for forms: the landing page does not validate.
            { name: 'zod', test: /node_modules\/zod\//, priority: 3 },
            // Only articles: no other page is joined with it.
            {
              name: 'editor',
              test: /node_modules\/(?:prosemirror-[a-z-]+|@tiptap|fast-equals|linkifyjs|orderedmap|rope-sequence|w3c-keyname)\//,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            // What every page needs: few files load and start faster than a hundred small ones.
            { name: 'libraries', test: /node_modules\//, tags: ['$initial'], priority: 2 },
            joined.group,
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
