package io.fairstream.cli.events;

import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Names;
import io.fairstream.reports.records.Failure;
import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What a cluster's events become where several clusters have one balance: whose they are, and what a core hour counts. */
public final class FeedOptions {
    @Option(
            names = "--names",
            paramLabel = "FILE",
            description = "Lines THEIRS = OURS, as *@pool.local = *: who its users are here.")
    private @Nullable Path names;

    @Option(
            names = "--weight",
            paramLabel = "W",
            defaultValue = "1",
            description = "What a core hour there counts in matches, in core hours here. Default: ${DEFAULT-VALUE}.")
    private double weight = 1;

    /**
     * Refuses a weight that is none, and options for what these events have not.
     *
     * @param hasMatches whether events become matches
     * @param hasJobs whether events become job events
     */
    public void check(boolean hasMatches, boolean hasJobs, CommandLine line) {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new ParameterException(line, "--weight: " + weight + " (expected: above 0)");
        }
        if (weight != 1 && !hasMatches) {
            throw new ParameterException(line, "--weight: only matches have one (expected: --as matches or both)");
        }
        if (names != null && !hasMatches && !hasJobs) {
            throw new ParameterException(line, "--names: these are no jobs (expected: a format of jobs)");
        }
    }

    /**
     * Events as they are sent.
     *
     * @param matches changes match events
     * @param jobs changes job events
     */
    public record Feed(UnaryOperator<MatchEvent> matches, UnaryOperator<JobEvent> jobs) {}

    /**
     * Reads the names.
     *
     * @throws Failure if the file cannot be read or understood
     */
    public Feed feed() {
        Names known = known();
        GeneratedRecords.allow();
        return new Feed(event -> match(event, known), event -> job(event, known));
    }

    private Names known() {
        try {
            return names == null ? Names.none() : Names.read(names);
        } catch (IOException e) {
            throw new Failure("--names: " + names + ": cannot be read: " + e, e);
        } catch (MalformedException e) {
            throw new Failure("--names: " + e.getMessage(), e);
        }
    }

    private MatchEvent match(MatchEvent event, Names known) {
        Object change = event.getChange();
        Object changed = change;
        if (change instanceof Matched matched) {
            changed = Matched.newBuilder(matched)
                    .setCustomer(known.ours(matched.getCustomer()))
                    .setSlotWeight(matched.getSlotWeight() * weight)
                    .build();
        } else if (change instanceof Observed observed) {
            String customer = observed.getCustomer();
            changed = Observed.newBuilder(observed)
                    .setCustomer(customer == null ? null : known.ours(customer))
                    .setSlotWeight(observed.getSlotWeight() * weight)
                    .build();
        }
        return new MatchEvent(event.getResource(), event.getPool(), event.getAt(), changed);
    }

    private static JobEvent job(JobEvent event, Names known) {
        String user = known.ours(event.getUser());
        return user.equals(event.getUser())
                ? event
                : JobEvent.newBuilder(event).setUser(user).build();
    }
}
