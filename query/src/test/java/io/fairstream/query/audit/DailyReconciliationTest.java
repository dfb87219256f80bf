package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Work;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import io.fairstream.testing.SyntheticVolunteers;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Days are of March 2026; nothing but CPU time was used. */
class DailyReconciliationTest {
    private static final Charge TEMPLATE = SyntheticVolunteers.CHARGES.get(0);

    private static Stream<String[]> each(@Nullable String text) {
        return text == null ? Stream.empty() : Stream.of(text.split(", ", -1)).map(part -> part.split(" ", -1));
    }

    private static Charge charge(String account, String day, long cpuMicros) {
        Instant noon = Instant.parse("2026-03-0" + day + "T12:00:00Z");
        WorkPart part = WorkPart.newBuilder().setCpuMicros(cpuMicros).build();
        WorkDone done = WorkDone.newBuilder((WorkDone) TEMPLATE.getEntry())
                .setFrom(noon)
                .setTo(noon.plusSeconds(3600))
                .setParts(List.of(part))
                .build();
        return Charge.newBuilder(TEMPLATE).setAccount(account).setEntry(done).build();
    }

    private static Work cpuSeconds(String number) {
        return new Work(Double.parseDouble(number), 0.0, 0.0, 0.0, 0L, 0L);
    }

    private static Daily row(String[] words) {
        return Daily.newBuilder()
                .setScope(DailyScope.USER)
                .setId("ann")
                .setDay("2026-03-0" + words[0])
                .setDelta(cpuSeconds(words[1]))
                .setTotal(cpuSeconds(words[2]))
                .build();
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
        # ann's rows: day, seconds on it, seconds before it; what she was charged: day, seconds
        2 5 0, 4 3 5 | 2 5, 4 3      | 2 rows of 1 histories | a row for each day on which something was done
        2 5 0, 4 3 5 | 2 5, 4 1, 4 2 | 2 rows of 1 histories | what is charged on a day is added up
        2 5 0, 4 3 4 | 2 5, 4 3      | '"user|ann|2026-03-04" total cpuSeconds: 4.0 (expected: 5.0)' | before the fourth five were done
        2 5 0, 4 3 5 | 2 5, 4 2      | '"user|ann|2026-03-04" delta cpuSeconds: 3.0 (expected: 2.0)' | a second that nobody was charged for
        2 5 0        | 2 5, 4 3      | '"user|ann|2026-03-04": no row (expected: one)'               | the row is missing
        2 5 0        | 2 5, 4 3, 4 -3 | 1 rows of 1 histories | what was taken back needs none
        2 5 0, 4 3 5 | 2 5           | '"user|ann|2026-03-04" delta cpuSeconds: 3.0 (expected: 0.0)' | a row too many
        2 5 0, 3 0 5, 4 3 5 | 2 5, 4 3 | 3 rows of 1 histories | a day of nothing may have one
        3 5 0        | 2 5           | '"user|ann|2026-03-02": no row (expected: one); "user|ann|2026-03-03" delta cpuSeconds: 5.0 (expected: 0.0); "user|ann|2026-03-03" total cpuSeconds: 0.0 (expected: 5.0)' | on another day
        """)
    void aRowSaysWhatWasChargedOnItsDayAndBefore(String rows, String charges, String detail, String why) {
        DailyReconciliation book = new DailyReconciliation(
                each(rows).map(DailyReconciliationTest::row).toList());
        each(charges)
                .map(words -> charge("user|ann", words[0], 1_000_000 * Long.parseLong(words[1])))
                .forEach(book::charge);
        assertEquals(
                new Check("daily = charges, total = all days before", detail.contains("histories"), detail),
                book.checks(true).get(0),
                why);
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource(delimiter = '|', textBlock = """
        # microseconds charged on a day to projects, to users and in total
        a 2 7        | ann 2 7            | 2 7 | 1 days, 7 us, 0 MFLOP | all the same
        a 2 3, b 2 4 | ann 2 5, bob 2 2   | 2 7 | 1 days, 7 us, 0 MFLOP | each is a sum
        a 2 7, a 4 2 | ann 2 7, bob 4 2   | 2 7, 4 2 | 2 days, 9 us, 0 MFLOP | day by day
        a 2 3        | ann 2 7            | 2 7 | 2026-03-02 cpuSeconds: projects 3, users 7 (expected: 7, of the total) | a project's work is missing
        a 2 7        | ann 2 6            | 2 7 | 2026-03-02 cpuSeconds: projects 7, users 6 (expected: 7, of the total) | a microsecond of a user's is
        a 2 7        | ann 2 7            |     | 2026-03-02 cpuSeconds: projects 7, users 7 (expected: 0, of the total) | the total is
        a 2 7        | ann 4 7            | 2 7 | 2026-03-02 cpuSeconds: projects 7, users 0 (expected: 7, of the total); 2026-03-04 cpuSeconds: projects 0, users 7 (expected: 0, of the total) | on another day
        """)
    void eachDayProjectsAndUsersAddUpToTheTotal(
            String projects, String users, @Nullable String total, String detail, String why) {
        DailyReconciliation book = new DailyReconciliation(List.of());
        each(projects)
                .map(words -> charge("project|" + words[0], words[1], Long.parseLong(words[2])))
                .forEach(book::charge);
        each(users)
                .map(words -> charge("user|" + words[0], words[1], Long.parseLong(words[2])))
                .forEach(book::charge);
        each(total)
                .map(words -> charge("total|", words[0], Long.parseLong(words[1])))
                .forEach(book::charge);
        assertEquals(
                new Check("each day, projects = users = total", detail.contains("MFLOP"), detail),
                book.checks(true).get(2),
                why);
    }
}
