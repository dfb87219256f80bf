package io.fairstream.cli.audit;

import io.fairstream.cli.events.InputTopic;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.progress.CaughtUp;
import io.fairstream.cli.records.PartitionOffsets;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.ShareRules;
import io.fairstream.streams.config.Settings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code audit}: do the books balance? */
@Command(
        name = "audit",
        description = {
            "Check that nothing was lost: every input record was accounted once, every customer's usage is what matches and"
                    + " charges add up to, every job's and user's what was charged, every node's processors spent"
                    + " their time on sessions, system, idle or down, to the microsecond, every user in a bank is charged"
                    + " for what jobs held and hold, and every bank has what those below it have; the daily history is what was"
                    + " charged, projects' as much as users' and the total, each day and in each quantity; every volunteer's"
                    + " host did what its users were charged; every project is owed what its allocation and its charges make.",
            "Half-lives, weights and terms are those that the topology has published in the topic settings.",
            "Ends with what was refused, by topic, reason and source: books balance although nothing of what somebody sent counts.",
            "Waits until the topology has caught up. Exit code 1 if something does not balance, with --strict also if a record"
                    + " was refused or could not be read."
        },
        footer = {
            "",
            "With --json a line for each check: check, holds, detail; for each reason: topic, reason, refused, records (of that topic),"
                    + " partition, offset, key, detail (of the first); for each source of these: topic, source, refused; and at last:"
                    + " balanced, checks, records, refused, unreadable."
        })
public final class AuditCommand extends ClusterCommand {
    private static final int ATTEMPTS = 5;

    @Option(names = "--strict", description = "Exit code 1, too, if a record was refused or could not be read.")
    private boolean isStrict;

    /** What an audit found. */
    private record Outcome(List<Check> checks, RefusalReport refusals) {
        private static Outcome of(List<Check> checks, InputReconciliation inputs) {
            return new Outcome(checks, inputs.refusals(checks.size()));
        }

        private long failed() {
            return checks.stream().filter(check -> !check.holds()).count();
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        requireLasting();
        Outcome outcome;
        try (Cluster cluster = openUnderTerms()) {
            outcome = auditAtRest(cluster.settingsWithRegistry());
        }
        show(outcome.checks());
        long failed = outcome.failed();
        RefusalReport refusals = outcome.refusals();
        if (json()) {
            refusals.printJson(failed == 0, out());
        } else {
            refusals.print(failed == 0, out());
        }
        out().flush();
        if (failed > 0) {
            throw new Failure("the books do not balance: " + failed + " of "
                    + outcome.checks().size() + " checks fail");
        }
        return isStrict && !refusals.isEmpty() ? 1 : 0;
    }

    private void show(List<Check> checks) {
        PrintWriter out = out();
        if (json()) {
            new Table<Check>()
                    .text("", "check", Check::name)
                    .text("", "holds", Check::holds)
                    .text("", "detail", Check::detail)
                    .print(checks, true, out);
            return;
        }
        for (Check check : checks) {
            out.printf("%-6s %-45s %s%n", check.holds() ? "ok" : "WRONG", check.name(), check.detail());
        }
    }

    /** What was read counts only if no event came meanwhile. */
    private static Outcome auditAtRest(Settings settings) throws InterruptedException {
        try (CaughtUp caughtUp = new CaughtUp(settings, () -> {});
                TopicReader reader = new TopicReader(settings)) {
            for (int i = 0; i < ATTEMPTS; i++) {
                List<PartitionOffsets> before = ends(reader);
                caughtUp.await(CaughtUp.Listener.NONE);
                Outcome outcome = audit(reader);
                if (ends(reader).equals(before)) {
                    return outcome;
                }
            }
        }
        throw new Failure("events keep coming in (expected: a pause of them while the topics are read)");
    }

    private static List<PartitionOffsets> ends(TopicReader reader) {
        return InputTopic.ALL.stream().map(input -> reader.ends(input.topic())).toList();
    }

    private static Outcome audit(TopicReader reader) {
        InputReconciliation inputs = new InputReconciliation(reader);
        List<Check> checks = new ArrayList<>(inputs.checks());
        AccountReconciliations customers = new AccountReconciliations(reader, inputs);
        UsageReconciliations uses = new UsageReconciliations(reader);
        NodeReconciliation nodes = new NodeReconciliation(reader);
        AssociationReconciliations associations = new AssociationReconciliations(
                reader, ShareRules.of(reader.settings()).terms());
        HoldingReconciliation holdings = new HoldingReconciliation(reader);
        DailyReconciliation daily = new DailyReconciliation(reader);
        HostReconciliation hosts = new HostReconciliation(reader);
        BalanceReconciliation balances = new BalanceReconciliation(reader);
        reader.readCharges(null, row -> {
            Charge charge = row.value();
            if (charge != null) {
                customers.charge(charge);
                uses.charge(charge);
                nodes.charge(charge);
                associations.charge(charge);
                holdings.charge(charge);
                daily.charge(charge);
                hosts.charge(charge);
                balances.charge(charge);
            }
        });
        boolean isWhole = reader.isWhole(Topics.CHARGES);
        checks.addAll(customers.checks(isWhole));
        checks.addAll(uses.checks(isWhole));
        checks.addAll(nodes.checks(isWhole));
        checks.addAll(associations.checks(isWhole));
        checks.add(holdings.check(isWhole));
        checks.addAll(daily.checks(isWhole));
        checks.add(hosts.check(isWhole));
        checks.add(balances.check(isWhole));
        return Outcome.of(checks, inputs);
    }
}
