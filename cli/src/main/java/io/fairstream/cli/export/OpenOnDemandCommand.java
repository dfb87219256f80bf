package io.fairstream.cli.export;

import io.fairstream.app.config.Keys;
import io.fairstream.query.publish.OpenOnDemandBalances;
import io.fairstream.query.records.TopicReader;
import java.time.Clock;
import picocli.CommandLine.Command;

/** {@code publish open-ondemand}. */
@Command(
        name = "open-ondemand",
        footer = "fairstream publish open-ondemand --set budgets=root/physics=1000 --bootstrap-server HOST:PORT",
        description = {
            "Open OnDemand's file of balances (OOD_BALANCE_PATH): the remaining budget of each user of a "
                    + "bank with one. The setting budgets has node-hours by path, of banks or of users in them; "
                    + "used is the total of their finished runs, weighted by usage.weights.",
            "The console has the same as /api/v1/open-ondemand/balances."
        })
final class OpenOnDemandCommand extends TextCommand {
    @Override
    String text(TopicReader reader) {
        return OpenOnDemandBalances.json(
                        reader,
                        reader.settings().get(Keys.BUDGETS),
                        Clock.systemUTC().instant())
                + "\n";
    }
}
