package io.fairstream.console;

import io.fairstream.app.config.Keys;
import io.fairstream.query.publish.OpenOnDemandBalances;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Sight;
import java.time.Clock;

/** Open OnDemand's balance file, served for download by URL. It contains all users, so only administrators may read it. */
final class Balances {
    static final String PATH = "open-ondemand/balances";

    private final Readers readers;
    private final AnswerSource answers;
    private final Clock clock;

    Balances(Readers readers, AnswerSource answers, Clock clock) {
        this.readers = readers;
        this.answers = answers;
        this.clock = clock;
    }

    Reply reply(Viewer viewer) {
        if (!viewer.isAdministrator()) {
            return Reply.problem(Reply.FORBIDDEN, "only administrators may see the balances of all users");
        }
        return answers.unavailable().orElseGet(this::read);
    }

    private Reply read() {
        Readers.Lent lent;
        try {
            lent = readers.lend(Sight.ALL);
        } catch (RuntimeException e) {
            return Answers.problem(PATH, e);
        }
        boolean isWhole = false;
        try {
            String json = Failure.ifRefused(() -> OpenOnDemandBalances.json(
                    lent.reader(), lent.reader().settings().get(Keys.BUDGETS), clock.instant()));
            isWhole = true;
            return Reply.json(json);
        } catch (RuntimeException e) {
            return Answers.problem(PATH, e);
        } finally {
            if (isWhole) {
                readers.giveBack(lent);
            } else {
                readers.discard(lent);
            }
        }
    }
}
