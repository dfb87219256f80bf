import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const out = join(project, 'docs/site/target/site');
const INDEX = 'docs/README.md';
const notPages = ['**/target/**', '**/node_modules/**', '**/src/**', '.*/**', 'docs/site/**'];

// what narrow screens and readers with poor sight need beyond the theme
const STYLE = `
  .vp-doc { overflow-wrap: anywhere }
  .vp-doc pre { overflow-x: auto }
  .vp-doc [class*=language-] > span.lang { color: var(--vp-c-text-1) }
  .DocSearch-Button-Keys { display: none !important }
`;

/** Files that pages link to and that are no pages: they are copied. */
const linked = new Set();

/** Links between pages as they are in the sources: a README is the index of its folder, a folder without one is no link. */
function links(markdown) {
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const open = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          open.push(changed(token, env.relativePath));
        } else if (token.type === 'link_close' && !open.pop()) {
          token.tag = 'span';
        }
      }
    }
  });
}

/** Returns false if nothing is linked to. */
function changed(token, page) {
  const href = token.attrGet('href');
  if (/^[a-z]+:|^#/.test(href)) {
    return true;
  }
  const [path, heading] = href.split('#');
  let target = posix.join(posix.dirname(page), decodeURI(path));
  if (!existsSync(join(project, target))) {
    return true; // reported as a dead link
  }
  if (statSync(join(project, target)).isDirectory()) {
    target = posix.join(target, 'README.md');
  }
  if (existsSync(join(project, target)) && isPage(target)) {
    token.attrSet('href', '/' + indexed(target) + (heading ? '#' + heading : ''));
    return true;
  }
  if (existsSync(join(project, target)) && statSync(join(project, target)).isFile()) {
    linked.add(target);
    token.attrSet('href', '/files/' + target + (target.endsWith('.md') ? '.txt' : ''));
    token.attrSet('target', '_self');
    return true;
  }
  token.tag = 'span';
  token.attrs = null;
  return false;
}

function isPage(path) {
  return path.endsWith('.md') && !/(^|\/)(target|node_modules|src)\/|^\.|^docs\/site\//.test(path);
}

function indexed(path) {
  return path.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** The index of the documentation, section by section. */
function sidebar() {
  const groups = [];
  for (const line of readFileSync(join(project, INDEX), 'utf8').split(/\n(?=[#\n-])/)) {
    if (line.startsWith('## ')) {
      groups.push({ text: line.slice(3).trim(), items: [] });
    }
    for (const [, text, path] of line.matchAll(/\[([^\]]+)]\(([^)#]+\.md)\)/g)) {
      const link = '/' + indexed(posix.join('docs', path)).replace(/index\.md$/, '').replace(/\.md$/, '');
      groups.at(-1)?.items.push({ text, link });
    }
  }
  return groups.filter(group => group.items.length > 0 && group.text !== 'Questions');
}

/** Returns the anchor of a heading, as in the sources' links. */
function slugify(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
}

/** Pages stand outside of this folder, from where Vue is not found when they are rendered. */
const vue = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId: (id, importer, { ssr }) => (ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : null),
};

export default defineConfig({
  title: 'Fairstream',
  description: 'Fair-share accounting of batch clusters, live on Kafka Streams',
  lang: 'en',
  head: [['style', {}, STYLE]],
  srcDir: project,
  outDir: out,
  cacheDir: join(project, 'docs/site/target/cache'),
  srcExclude: notPages,
  rewrites: indexed,
  vite: { plugins: [vue], build: { chunkSizeWarningLimit: 2000 } },
  markdown: { html: false, config: links, anchor: { slugify }, theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sidebar(),
    nav: [
      { text: 'Documentation', link: '/docs/' },
      { text: 'Topics', link: '/schemas/' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
  },
  buildEnd() {
    for (const path of linked) {
      const copy = join(out, 'files', path + (path.endsWith('.md') ? '.txt' : ''));
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(join(project, path), copy);
    }
  },
});
