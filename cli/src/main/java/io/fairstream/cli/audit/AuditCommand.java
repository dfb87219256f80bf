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
            "What is held counts as usage.weights of this call says: give the topology's --config.",
            "Waits until the topology has caught up. Exit code 1 if something does not balance."
        })
public final class AuditCommand extends ClusterCommand {
    private static final int ATTEMPTS = 5;

    @Override
    public Integer call() throws InterruptedException {
        requireLasting();
        List<Check> checks;
        try (Cluster cluster = open()) {
            checks = auditAtRest(cluster.settingsWithRegistry());
        }
        show(checks);
        long failed = checks.stream().filter(check -> !check.holds()).count();
        if (failed > 0) {
            throw new Failure("the books do not balance: " + failed + " of " + checks.size() + " checks fail");
        }
        return 0;
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
    private static List<Check> auditAtRest(Settings settings) throws InterruptedException {
        try (CaughtUp caughtUp = new CaughtUp(settings, () -> {});
                TopicReader reader = new TopicReader(settings)) {
            for (int i = 0; i < ATTEMPTS; i++) {
                List<PartitionOffsets> before = ends(reader);
                caughtUp.await(CaughtUp.Listener.NONE);
                List<Check> checks = audit(reader);
                if (ends(reader).equals(before)) {
                    return checks;
                }
            }
        }
        throw new Failure("events keep coming in (expected: a pause of them while the topics are read)");
    }

    private static List<PartitionOffsets> ends(TopicReader reader) {
        return InputTopic.ALL.stream().map(input -> reader.ends(input.topic())).toList();
    }

    private static List<Check> audit(TopicReader reader) {
        InputBook inputs = new InputBook(reader);
        List<Check> checks = new ArrayList<>(inputs.checks());
        AccountBooks customers = new AccountBooks(reader, inputs);
        UseBooks uses = new UseBooks(reader);
        NodeBook nodes = new NodeBook(reader);
        AssociationBooks associations =
                new AssociationBooks(reader, ShareRules.of(reader.settings()).terms());
        HoldingBook holdings = new HoldingBook(reader);
        DailyBook daily = new DailyBook(reader);
        HostBook hosts = new HostBook(reader);
        BalanceBook balances = new BalanceBook(reader);
        reader.read(Topics.CHARGES, row -> {
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
        return checks;
    }
}
