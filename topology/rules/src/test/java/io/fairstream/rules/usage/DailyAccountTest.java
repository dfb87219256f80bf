package io.fairstream.rules.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.HostUsagePart;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DailyAccountTest {
    private final DailyAccount account = new DailyAccount();

    private static HostUsageEntry done(long day, HostUsage work) {
        long begin = day * UtcDays.MILLIS;
        return new HostUsageEntry.Done(begin, begin + 1, List.of(new HostUsagePart("", "", work, HostUsage.EMPTY)));
    }

    private static HostUsageEntry jobs(long day, long count) {
        return done(day, new HostUsage(0, 0, 0, 0, count, 0));
    }

    /** {@code 3+5} is five jobs on day 3, {@code 3!3,4,5} a host seen on day 3 that counts on these days; {@code ;} asks for changes. */
    private String play(String words) {
        String changed = "";
        for (String commit : words.split(";", -1)) {
            for (String word : commit.trim().split(" +", -1)) {
                long day = Long.parseLong(word.substring(0, 1));
                String rest = word.substring(2);
                if (word.charAt(1) == '+') {
                    account.add(jobs(day, Long.parseLong(rest)));
                } else {
                    TreeMap<Long, Active> gained = new TreeMap<>();
                    for (String on : rest.split(",", -1)) {
                        gained.put(Long.parseLong(on), Active.HOST);
                    }
                    account.add(new HostUsageEntry.ActiveChange(day, gained));
                }
            }
            changed = told(DailyRow.changed(account));
        }
        return changed;
    }

    /** Day, total before it, delta, and hosts if any. */
    private static String told(List<DailyRow> rows) {
        return rows.stream()
                .map(row -> row.day() + ":" + row.total().succeeded() + "+"
                        + row.delta().succeeded()
                        + (row.entry().active().hosts() == 0
                                ? ""
                                : "!" + row.entry().active().hosts()))
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            3+5                | 3:0+5             | a day
            3+5 3+2            | 3:0+7             | entries of a day add up
            3+5 4+2            | 3:0+5 4:5+2       | the total of a day is what was done before it
            3+5; 4+2           | 4:5+2             | a day that did not change is not written again
            3+5 4+2; 6+1       | 6:7+1             | a day on which nothing happened is not written
            3+5 6+1; 4+2       | 4:5+2 6:7+1       | a late entry corrects its day and every later total
            3+5 6+1; 1+2       | 1:0+2 3:2+5 6:7+1 | also one before the first day
            3+5 4+1; 3+-5      | 3:0+0 4:0+1       | a day of which all is taken back is told as one to drop
            3+0                | ''                | nothing
            3!3,4,5            | 3:0+0!1           | days to come are not written
            3!3,4,5; 4+1       | 4:0+1!1           | until they have come
            3!3,4,5; 8+1       | 4:0+0!1 5:0+0!1 8:0+1 | those between, too
            3!3,4 3!3,4        | 3:0+0!2           | hosts add up
            3!3; 3+1; 3+1      | 3:0+2!1           | and stay
            """)
    void writesWhatChanged(String words, String changed, String reason) {
        assertEquals(changed, play(words), reason);
    }

    @Test
    void sumsPassWhatFitsIntoALong() {
        HostUsage much = new HostUsage(Long.MAX_VALUE, 0, Long.MAX_VALUE, 0, 0, 0);
        account.add(done(1, much));
        account.add(done(1, much));
        account.add(done(2, much));
        DailyRow row = DailyRow.changed(account).get(1);
        assertEquals(
                BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.TWO),
                row.total().cpuMicros());
        assertEquals(3e6 * Long.MAX_VALUE, row.closing().cpuFlops(), 1e12);
    }

    @Test
    void whatWasWrittenIsWhatHoldsHoweverEntriesCome() {
        int recalled = 0;
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed * 7919 + 17);
            DailyAccount kept = new DailyAccount();
            Deque<DailyAccount.Page> pages = new ArrayDeque<>();
            TreeMap<Long, DailyRow> table = new TreeMap<>();
            TreeMap<Long, Long> truth = new TreeMap<>();
            int size = 1 + random.nextInt(1 + (int) seed / 5);
            for (int i = 0; i < size; i++) {
                long day = 1000L + i - random.nextInt(random.nextInt(20) == 0 ? 400 : 8);
                long count = random.nextInt(9) - 2L;
                while (!kept.isInMemory(day)) {
                    kept.pages().takeNewest();
                    kept.loadPage(pages.removeLast());
                    recalled++;
                }
                kept.add(jobs(day, count));
                truth.merge(day, count, Long::sum);
                if (random.nextInt(3) == 0) {
                    write(DailyRow.changed(kept), table);
                    for (DailyAccount.Page page = kept.evictPage(); page != null; page = kept.evictPage()) {
                        kept.pages().add();
                        pages.addLast(page);
                    }
                    kept = new DailyAccount(kept.before(), kept.days(), kept.pages(), kept.newest());
                }
            }
            write(DailyRow.changed(kept), table);
            truth.values().removeIf(count -> count == 0);
            assertEquals(truth.keySet(), table.keySet(), "seed " + seed);
            long total = 0;
            for (DailyRow row : table.values()) {
                assertEquals(BigInteger.valueOf(total), row.total().succeeded(), "seed " + seed);
                long delta = truth.getOrDefault(row.day(), 0L);
                assertEquals(BigInteger.valueOf(delta), row.delta().succeeded(), "seed " + seed);
                total += delta;
            }
        }
        assertTrue(recalled > 500, recalled + " pages recalled");
    }

    private static void write(List<DailyRow> changed, Map<Long, DailyRow> table) {
        for (DailyRow row : changed) {
            if (row.isVirtual()) {
                table.remove(row.day());
            } else {
                table.put(row.day(), row);
            }
        }
    }

    @Test
    void aDayThatIsInAPageMustBeRecalledFirst() {
        for (long day = 1; day <= 129; day++) {
            account.add(jobs(day, 1));
        }
        DailyRow.changed(account);
        DailyAccount.Page page = Objects.requireNonNull(account.evictPage());
        account.pages().add();
        assertEquals(64, page.days().size());
        assertEquals(65, account.days().firstKey());
        assertThrows(IllegalStateException.class, () -> account.add(jobs(64, 1)));
        assertEquals(BigInteger.valueOf(128), account.totalBefore(129).succeeded());
    }
}
