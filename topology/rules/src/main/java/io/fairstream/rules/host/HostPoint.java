package io.fairstream.rules.host;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored part of a report.
 *
 * @param at milliseconds since 1970 UTC
 * @param counters counters of the report, in its order
 */
public record HostPoint(String user, String epoch, long sequence, long at, Hardware hardware, List<Counter> counters) {
    /** By time; at the same instant by name of the epoch. */
    static final Comparator<HostPoint> IN_ORDER =
            Comparator.comparingLong(HostPoint::at).thenComparing(HostPoint::epoch);

    static HostPoint of(HostReport report) {
        return new HostPoint(
                report.user(),
                report.epoch(),
                report.sequence(),
                report.at(),
                report.hardware(),
                report.projects().stream().map(ProjectTotals::counter).toList());
    }

    boolean isOfEpoch(HostPoint other) {
        return epoch.equals(other.epoch);
    }

    /** Returns true if both have the same identity, whatever their content. */
    boolean isSame(HostPoint other) {
        return sequence == other.sequence && isOfEpoch(other);
    }

    /** Returns true if the other report was made earlier although its clock showed the same time or a later one. */
    boolean isOvertakenBy(HostPoint other) {
        return isOfEpoch(other) && other.sequence < sequence && other.at >= at;
    }

    /** Returns true if the other report, of the same instant, counts instead. */
    boolean isSecondTo(HostPoint other) {
        return other.at == at && IN_ORDER.compare(other, this) < 0;
    }

    /** Returns true if the user's host reported on the day. */
    boolean isSeen(String name, long day) {
        return UtcDays.day(at) == day && user.equals(name);
    }

    /** Total work of a host for a project, or an app of the project, since the epoch of the host's client. */
    public record Counter(String project, String app, HostUsage total) {
        boolean isOfSame(Counter other) {
            return project.equals(other.project) && app.equals(other.app);
        }

        /** Returns true if the others begin with counters of the same projects and apps, in the same order. */
        static boolean areRepeatedBy(List<Counter> some, List<Counter> others) {
            boolean isSame = some.size() <= others.size();
            for (int i = 0; isSame && i < some.size(); i++) {
                isSame = some.get(i).isOfSame(others.get(i));
            }
            return isSame;
        }

        /** Computes the work since the earlier counter: the full value if any quantity decreased, since it then started from zero. */
        HostUsage since(Counter earlier) {
            return total.isAtLeast(earlier.total) ? total.minus(earlier.total) : total;
        }
    }

    /**
     * The last reported counters of a client's epoch.
     *
     * @param sequence sequence of the last report
     * @param counters one counter for each project and app, those reported last at the end
     */
    public record EpochTotals(String epoch, long sequence, List<Counter> counters) {
        /** Returns the totals after a report; beyond a report's maximum size, the counters reported longest ago are dropped. */
        EpochTotals with(HostPoint point) {
            if (Counter.areRepeatedBy(counters, point.counters())) { // the usual case
                return new EpochTotals(epoch, point.sequence(), point.counters());
            }
            List<Counter> all = new ArrayList<>(counters);
            all.removeIf(known -> point.counters().stream().anyMatch(known::isOfSame));
            all.addAll(point.counters());
            int surplus = Math.max(0, all.size() - HostReport.MAX_PROJECTS);
            return new EpochTotals(epoch, point.sequence(), List.copyOf(all.subList(surplus, all.size())));
        }

        HostUsage since(Counter reported) {
            for (Counter known : counters) {
                if (known.isOfSame(reported)) {
                    return reported.since(known);
                }
            }
            return reported.total();
        }
    }

    /**
     * State of a host at an instant, with which the next report is compared.
     *
     * @param at time of the last report, milliseconds since 1970 UTC
     * @param hardware hardware in the last report
     * @param epochs the last few epochs, that of the last report at the end
     */
    public record HostBase(long at, Hardware hardware, List<EpochTotals> epochs) {
        /** Maximum number of stored epochs: two clients that share one host id, and one after a reinstallation. */
        private static final int MAX_EPOCHS = 3;

        /**
         * Returns the host after a report; {@code before} is null for the first report of all. A report of the same instant changes
         * nothing: no time has passed, and the next report contains its work.
         */
        static HostBase after(@Nullable HostBase before, HostPoint point) {
            if (before != null && point.at() <= before.at) {
                return before;
            }
            List<EpochTotals> epochs = new ArrayList<>(before == null ? List.of() : before.epochs);
            EpochTotals same = before == null ? null : before.epoch(point.epoch());
            epochs.remove(same);
            epochs.add((same == null ? new EpochTotals(point.epoch(), -1, List.of()) : same).with(point));
            if (epochs.size() > MAX_EPOCHS) {
                epochs.remove(0);
            }
            return new HostBase(point.at(), point.hardware(), epochs);
        }

        /** Returns the counters of an epoch, or null if unknown. */
        @Nullable
        EpochTotals epoch(String name) {
            for (EpochTotals epoch : epochs) {
                if (epoch.epoch().equals(name)) {
                    return epoch;
                }
            }
            return null;
        }

        /** Returns the sequence of the last report of an epoch, or -1 if unknown. */
        long sequence(String name) {
            EpochTotals epoch = epoch(name);
            return epoch == null ? -1 : epoch.sequence();
        }
    }

    /**
     * Published row of a host. The names are those of the schema {@code Host}, which documents them.
     *
     * @param work total work charged
     * @param capped total work reported above the limits; null if none
     */
    public record HostRow(
            String host,
            String user,
            int processors,
            int gpus,
            boolean usableGpu,
            boolean vmExtensionsDisabled,
            HostUsage.Row work,
            HostUsage.@Nullable Row capped,
            long lastReport) {
        public static HostRow of(String host, HostPoint newest, HostUsage work, HostUsage cut) {
            Hardware hardware = newest.hardware();
            return new HostRow(
                    host,
                    newest.user(),
                    hardware.processors(),
                    hardware.gpus(),
                    hardware.hasUsableGpu(),
                    hardware.vmExtensionsDisabled(),
                    HostUsage.Row.of(work),
                    cut.isEmpty() ? null : HostUsage.Row.of(cut),
                    newest.at());
        }
    }
}
