import { AxeBuilder } from '@axe-core/playwright';
import { type Person, settled } from './person.ts';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * There are no cross-origin frames, so legacy mode finds everything in one run. Passed rules are
 * not listed: that takes as long as the search.
 */
const axe = ({ page }: Person) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** What a theme can break, and the slowest rules. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Scans both themes; the page follows the system setting without a reload. Colours are the same in
 * every language: they are looked at in English.
 */
export async function scan(person: Person, what: string): Promise<string[]> {
  const { page } = person;
  const hasColours = person.language === 'en';
  await settled(person);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const rules = axe(person).withTags([...WCAG_22_AA, 'best-practice']);
  const { violations } = await (hasColours ? rules : rules.disableRules(COLOUR_RULES)).analyze();
  if (hasColours) {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    // The other theme differs only in its colours.
    violations.push(...(await axe(person).withRules(COLOUR_RULES).analyze()).violations);
  }
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`);
    return `${what}: ${id}: ${help}: ${places.join(' | ')}`;
  });
}
