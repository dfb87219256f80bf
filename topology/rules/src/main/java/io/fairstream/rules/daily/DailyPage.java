package io.fairstream.rules.daily;

import java.util.SortedMap;

/**
 * Some days of a history that are kept elsewhere.
 *
 * @param before all that was done before the first of them
 */
public record DailyPage(WorkSum before, SortedMap<Long, DayEntry> days) {}
