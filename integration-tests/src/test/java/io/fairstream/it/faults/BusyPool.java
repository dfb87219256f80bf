package io.fairstream.it.faults;

import io.fairstream.it.harness.Journal;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A pool that makes so many events, one a second; some arrive late, some twice.
 *
 * @param finished the end by {@code resource@start} of every match that ended
 * @param open what is held at the end, by resource
 */
record BusyPool(
        List<MatchEvent> events, List<AccountEdit> edits, Map<String, Instant> finished, Map<String, OpenMatch> open) {
    private static final int RESOURCES = 2000;
    private static final int CUSTOMERS = 200;
    private static final int LONGEST_DELAY = 500;

    static BusyPool random(long seed, int size) {
        Random random = new Random(seed);
        BusyPool pool = new BusyPool(new ArrayList<>(size), new ArrayList<>(), new HashMap<>(), new HashMap<>());
        for (int i = 0; i < size; i++) {
            pool.happens(random, "slot" + random.nextInt(RESOURCES) + "@pool", Journal.ORIGIN.plusSeconds(i), i);
        }
        pool.disturb(random);
        return pool;
    }

    private void happens(Random random, String resource, Instant at, int number) {
        OpenMatch held = open.get(resource);
        if (held != null) {
            finished.put(resource + "@" + held.getStart(), at);
        }
        if (held != null && random.nextInt(10) < 7) {
            events.add(new MatchEvent(resource, "", at, new Unmatched(held.getMatchId())));
            open.remove(resource);
            return;
        }
        String customer = "customer" + random.nextInt(CUSTOMERS);
        if (held != null && held.getCustomer().equals(customer)) {
            customer += "b";
        }
        double weight = 1 + random.nextInt(8) / 2.0;
        String matchId = "match" + number;
        events.add(new MatchEvent(resource, "", at, new Matched(customer, weight, matchId)));
        open.put(resource, new OpenMatch(resource, "", customer, weight, at, matchId));
        if (number % 500 == 0) {
            edits.add(new AccountEdit(customer, at.plusMillis(1), "admin", new SetFactor(1.0 + number, null), null));
        }
    }

    private void disturb(Random random) {
        int size = events.size();
        for (int i = 0; i < size; i++) {
            if (random.nextInt(50) == 0) {
                Collections.swap(events, i, Math.min(size - 1, i + random.nextInt(LONGEST_DELAY)));
                events.add(events.get(random.nextInt(size)));
            }
        }
    }
}
