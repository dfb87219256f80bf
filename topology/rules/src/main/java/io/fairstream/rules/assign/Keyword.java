package io.fairstream.rules.assign;

/**
 * What a project is about.
 *
 * @param keyword as users name it in their preferences
 * @param fraction of its work to which it applies, 0 to 1
 */
public record Keyword(String keyword, double fraction) {}
