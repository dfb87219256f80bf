package io.fairstream.it.harness;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Delete;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.ResetUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Per customer: the match seconds since the last reset, of finished and open matches, are the accumulated usage. */
public final class Conservation {
    private final Map<String, Instant> resets = new HashMap<>();
    private final Map<String, Instant> deletions = new HashMap<>();
    private final Map<String, Long> millis = new HashMap<>();

    /**
     * @param edits all that were accepted
     */
    public Conservation(Collection<AccountEdit> edits) {
        for (AccountEdit edit : edits) {
            if (edit.getEdit() instanceof ResetUsage) {
                resets.merge(edit.getCustomer(), edit.getAt(), Conservation::later);
            } else if (edit.getEdit() instanceof Delete) {
                resets.merge(edit.getCustomer(), edit.getAt(), Conservation::later);
                deletions.merge(edit.getCustomer(), edit.getAt(), Conservation::later);
            }
        }
    }

    public void assertHolds(Tables tables, String what) {
        for (MatchRecord match : tables.matchRecords().values()) {
            add(match.getCustomer(), match.getStart(), match.getEnd());
        }
        for (OpenMatch match : tables.openMatches().values()) {
            Priority row = tables.priorities().get(match.getCustomer());
            if (row != null) {
                add(match.getCustomer(), match.getStart(), row.getAsOf());
            }
        }
        List<String> wrong = new ArrayList<>();
        tables.priorities().forEach((customer, row) -> {
            if (row.getGroup()) {
                return;
            }
            long expected = millis.getOrDefault(customer, 0L);
            if (Math.round(row.getAccumulatedUsage() * 1000) != expected) {
                wrong.add(customer + ": " + row.getAccumulatedUsage() + " s (expected: " + expected + " ms)");
            }
        });
        if (!wrong.isEmpty()) {
            throw new AssertionError(what + ": accumulated usage is not the time of the matches: " + wrong);
        }
    }

    private void add(String customer, Instant start, Instant end) {
        if (!start.isBefore(deletions.getOrDefault(customer, Instant.EPOCH))) {
            Instant since = later(start, resets.getOrDefault(customer, Instant.EPOCH));
            long used = end.toEpochMilli() - since.toEpochMilli();
            millis.merge(customer, Math.max(0, used), Long::sum);
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }
}
