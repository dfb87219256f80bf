package io.fairstream.rules.host;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Report of a host's client about the host and about each project it works for.
 *
 * @param user whose host it is
 * @param epoch name of one life of the client, in which its counters and sequences rise
 * @param sequence number of the report within the epoch, 0 or more
 * @param at when it was made, milliseconds since 1970 UTC
 * @param platforms names of the platforms for which the host runs programs
 * @param projects each project and app once
 */
public record HostReport(
        String host,
        String user,
        String epoch,
        long sequence,
        long at,
        List<String> platforms,
        Hardware hardware,
        List<ProjectTotals> projects) {
    /** Most projects and apps of a report, so that what a ledger keeps fits into one record. */
    public static final int MOST_PROJECTS = 64;

    private static final int LONGEST_KEPT = 128;

    public HostReport {
        platforms = List.copyOf(platforms);
        projects = List.copyOf(projects);
    }

    /**
     * The refusal of a report that cannot be meant, or null if it is fine.
     *
     * @param times which times are accepted
     * @param sent the record's timestamp, milliseconds since 1970
     * @param newest the newest event time seen, or {@link EventTimes#NONE}
     */
    public @Nullable Refused refusal(EventTimes times, long sent, long newest) {
        Refused refused = refusalOfNames();
        if (refused == null) {
            refused = times.refusal(at, sent, newest);
        }
        if (refused == null) {
            refused = refusalOfNumbers();
        }
        return refused == null ? refusalOfProjects() : refused;
    }

    private @Nullable Refused refusalOfNames() {
        Refused refused = Names.refusal("host", host);
        if (refused == null) {
            refused = Names.refusal("user", user);
        }
        if (refused == null) {
            refused = Names.refusalOfLength("user", user, LONGEST_KEPT);
        }
        if (refused == null) {
            refused = Names.refusal("epoch", epoch);
        }
        return refused == null ? Names.refusalOfLength("epoch", epoch, LONGEST_KEPT) : refused;
    }

    private @Nullable Refused refusalOfNumbers() {
        if (sequence < 0) {
            return impossible("sequence", Long.toString(sequence), ">= 0");
        }
        Refused refused = Bounds.refusal("processors", (Integer) hardware.processors(), 0, Bounds.DEVICES_OF_ONE);
        if (refused == null) {
            refused = Bounds.refusal("gpus", (Integer) hardware.gpus(), 0, Bounds.DEVICES_OF_ONE);
        }
        if (refused == null) {
            refused = Bounds.refusal("cpuFlopsEach", (Double) hardware.cpuFlopsEach(), 0, Bounds.FLOPS);
        }
        return refused == null
                ? Bounds.refusal("gpuFlopsEach", (Double) hardware.gpuFlopsEach(), 0, Bounds.FLOPS)
                : refused;
    }

    private @Nullable Refused refusalOfProjects() {
        if (projects.size() > MOST_PROJECTS) {
            return impossible("projects", Integer.toString(projects.size()), "at most " + MOST_PROJECTS);
        }
        Set<List<String>> reported = new HashSet<>();
        for (ProjectTotals totals : projects) {
            Refused refused = totals.refusal();
            if (refused != null) {
                return refused;
            }
            if (!reported.add(List.of(totals.project(), totals.app()))) {
                return impossible(
                        "project",
                        "\"" + Names.shown(totals.project()) + "\", app \"" + Names.shown(totals.app()) + "\"",
                        "each once");
            }
        }
        return null;
    }

    private static Refused impossible(String what, String value, String expected) {
        return new Refused(Reason.NUMBER_IMPOSSIBLE, what + ": " + value + " (expected: " + expected + ")");
    }
}
