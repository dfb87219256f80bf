package io.fairstream.rules.assign;

/**
 * Keyword that describes a project.
 *
 * @param keyword as users name it in their preferences
 * @param fraction of its work to which it applies, 0 to 1
 */
public record Keyword(String keyword, double fraction) {}
