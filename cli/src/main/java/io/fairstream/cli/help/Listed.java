package io.fairstream.cli.help;

/**
 * A subcommand as the first page of help lists it.
 *
 * @param group the heading under which it stands
 * @param summary a short sentence, for one line
 */
public record Listed(String group, String name, Class<?> type, String summary) {}
