package io.fairstream.rules.host;

import io.fairstream.rules.Work;
import java.util.ArrayList;
import java.util.List;

/**
 * The counters of a client's epoch, as far as they were reported.
 *
 * @param sequence of the last report
 * @param counters each project and app once, those reported last at the end
 */
public record EpochTotals(String epoch, long sequence, List<Counter> counters) {
    /** With what a report of the epoch says. Of more than a report can have, those reported longest ago are forgotten. */
    EpochTotals with(HostPoint point) {
        if (isRepeatedBy(point)) {
            return new EpochTotals(epoch, point.sequence(), point.counters());
        }
        List<Counter> all = new ArrayList<>(counters);
        all.removeIf(known -> point.counters().stream().anyMatch(known::isOfSame));
        all.addAll(point.counters());
        int surplus = Math.max(0, all.size() - HostReport.MOST_PROJECTS);
        return new EpochTotals(epoch, point.sequence(), List.copyOf(all.subList(surplus, all.size())));
    }

    /** Returns true if a report has all known counters, in the same order, as reports usually do. */
    private boolean isRepeatedBy(HostPoint point) {
        if (point.counters().size() < counters.size()) {
            return false;
        }
        for (int i = 0; i < counters.size(); i++) {
            if (!counters.get(i).isOfSame(point.counters().get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Computes the work of one project and app since these totals. */
    Work since(Counter reported) {
        for (Counter known : counters) {
            if (known.isOfSame(reported)) {
                return reported.since(known);
            }
        }
        return reported.total();
    }
}
