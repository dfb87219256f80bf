package io.fairstream.cli;

/**
 * Entry of a subcommand on the first page of help.
 *
 * @param group heading above the entry
 * @param summary a short sentence, for one line
 */
record Listed(String group, String name, Class<?> type, String summary) {}
