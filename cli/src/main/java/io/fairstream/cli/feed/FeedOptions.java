package io.fairstream.cli.feed;

import io.fairstream.cli.options.NamesOption;
import io.fairstream.query.records.Failure;
import io.fairstream.reading.Names;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for events of one cluster where several clusters share a balance: mapping of users, and weight of a core hour. */
public final class FeedOptions {
    @Mixin
    private final NamesOption names = new NamesOption();

    @Option(
            names = "--weight",
            paramLabel = "W",
            defaultValue = "1",
            description = "Weight of that cluster's core hour in matches. Default: ${DEFAULT-VALUE}.")
    private double weight = 1;

    /**
     * Rejects an invalid weight, and options that do not apply to these events.
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
        if (names.isGiven() && !hasMatches && !hasJobs) {
            throw new ParameterException(line, "--names: the format has no jobs (expected: a format of jobs)");
        }
    }

    /**
     * Conversion of events before they are sent.
     *
     * @param matches converts match events
     * @param jobs converts job events
     */
    public record Feed(UnaryOperator<MatchEvent> matches, UnaryOperator<JobEvent> jobs) {}

    /**
     * Reads the mapping of names, and returns the conversion.
     *
     * @throws Failure if the file cannot be read or understood
     */
    public Feed feed() {
        Names known = names.read();
        return new Feed(event -> match(event, known), event -> job(event, known));
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
