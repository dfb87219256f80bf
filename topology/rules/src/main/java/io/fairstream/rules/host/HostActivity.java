package io.fairstream.rules.host;

import java.util.List;

/**
 * Activity of a host as a report shows it.
 *
 * @param user whose it was
 * @param day of the report
 * @param isFirstOfDay whether it is the first of the host or its user on that day
 * @param days on which the host counts as active because of it only
 * @param gpuDays on which the host counts as active with a usable GPU because of it only
 */
public record HostActivity(String user, long day, boolean isFirstOfDay, List<Long> days, List<Long> gpuDays) {}
