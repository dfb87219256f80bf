package io.fairstream.cli.negotiate;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.Present;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.negotiator.Allocation;
import io.fairstream.negotiator.Group;
import io.fairstream.negotiator.Negotiation;
import io.fairstream.negotiator.NegotiationRules;
import io.fairstream.negotiator.Pool;
import io.fairstream.negotiator.Submitter;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.Rules;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code negotiate}: how a pool would be divided now. */
@Command(
        name = "negotiate",
        description = {
            "Show how a pool would be divided now: what each submitter gets, by effective priority, ceiling, floor and group"
                    + " quota, and why no more. Nothing is changed.",
            "Without --demand all who used something in the last day want everything."
        },
        footerHeading = "%nWith --json, a line each:%n",
        footer = {
            "  submitter, group, effectivePriority, share (0 to 1, of the group's pie), limit, inUse, demand, ceiling, floor,"
                    + " gets (of what is free), claims (from those who hold more than is due), loses, stopped.",
            "  group, quota, subtreeQuota, inUse, requested, entitled, gets.",
            "  at, slots, free, gets."
        })
public final class NegotiateCommand extends ClusterCommand {
    private static final Duration ACTIVE = Duration.ofDays(1);

    @Option(
            names = "--slots",
            required = true,
            paramLabel = "N",
            description = "Slot weight of the pool, held or free.")
    private double slots;

    @Option(
            names = "--demand",
            paramLabel = "FILE",
            description =
                    "Who wants how much more than is held: JSON lines like {\"submitter\":\"alice\",\"demand\":100}, in slot"
                            + " weight, also with \"skip\":true and \"jobPriority\":5; .gz is unzipped, - is standard input.")
    private @Nullable String demand;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description =
                    "Negotiate at this instant (ISO-8601, milliseconds since 1970, or now); not before that of a row. "
                            + Present.TOLD)
    private @Nullable Instant at;

    @Option(
            names = "--no-preemption",
            description = "Divide only what is free, and only among those who want something.")
    private boolean isPreemptionOff;

    @Mixin
    private final GroupOptions groupOptions = new GroupOptions();

    @Override
    public Integer call() throws IOException {
        requireLasting();
        if (!(slots >= 0) || Double.isInfinite(slots)) {
            throw usage("--slots: " + slots + " (expected: >= 0)");
        }
        for (String group : groupOptions.quotasTwice()) {
            throw usage("--quota: \"" + group + "\" (expected: each group once)");
        }
        try (Cluster cluster = openUnderTerms();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            Instant time = at == null ? Present.of(reader, Clock.systemUTC()) : at;
            List<Priority> rows = rows(reader, time);
            Instant shown = rows.stream().map(Priority::getAsOf).findFirst().orElse(time);
            negotiate(rows, submitters(rows, shown, Rules.of(cluster.settings())), shown);
        }
        return 0;
    }

    /** All at the instant; one that is not asked for is no earlier than any row's. */
    private List<Priority> rows(TopicReader reader, Instant time) {
        List<Priority> latest = finite(reader.latest(Topics.PRIORITIES));
        Instant newest =
                latest.stream().map(Priority::getAsOf).reduce(time, (one, other) -> one.isAfter(other) ? one : other);
        try {
            return latest.stream()
                    .map(row -> PriorityAt.evaluate(row, at == null ? newest : at))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Those whose numbers are finite: one that an earlier release left as NaN must not stop all others. */
    private List<Priority> finite(List<Priority> rows) {
        List<Priority> finite = new ArrayList<>(rows.size());
        for (Priority row : rows) {
            if (PriorityAt.isFinite(row)) {
                finite.add(row);
            } else {
                tell("warning: \"" + row.getCustomer()
                        + "\" takes no part: its row is not finite (expected: finite numbers;"
                        + " a topology of this release mends it with the next charge)");
            }
        }
        return finite;
    }

    private List<Submitter> submitters(Collection<Priority> rows, Instant time, Rules rules) throws IOException {
        return demand == null
                ? Participants.active(rows, time, ACTIVE, slots)
                : Participants.wishing(rows, Wish.read(demand), rules.factors());
    }

    private void negotiate(List<Priority> rows, List<Submitter> submitters, Instant time) {
        List<String> names = new ArrayList<>(Participants.groupNames(rows));
        for (String group : groupOptions.unknown(names)) {
            tell("warning: group \"" + group + "\" is in no row of priorities (expected: "
                    + (names.isEmpty() ? "none, since no groups are configured" : "one of " + String.join(", ", names))
                    + ")");
        }
        List<Group> groups = List.of();
        if (groupOptions.any()) {
            names.addAll(groupOptions.named());
            names = GroupOptions.withThoseAbove(names);
            groups = groupOptions.groups(names);
        } else if (!names.isEmpty()) {
            tell("no --quota: accounting groups play no part");
        }
        List<Submitter> negotiating = groups.isEmpty() ? Participants.ungrouped(submitters) : submitters;
        Negotiation negotiation = new Negotiation(NegotiationRules.DEFAULT.withPreemption(!isPreemptionOff));
        Allocation allocation = negotiation.divide(Pool.of(slots), negotiating, groups);
        PrintWriter out = out();
        new AllocationReport(allocation, negotiating, slots, time, !groups.isEmpty(), !isPreemptionOff)
                .print(json(), out);
        out.flush();
    }

    private void tell(String text) {
        err().println(text);
        err().flush();
    }
}
