package io.fairstream.publish.notices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoticeTextTest {
    private static String text(Notice notice) {
        return NoticeText.text(Delivery.of(Samples.at(17, notice), Samples.mail("ann@example.org"), Samples.NOON));
    }

    @Test
    void aThresholdThatWasReachedIsInWords() {
        assertEquals("80 % of allocation /root/physics is spent", NoticeText.subject(Samples.to(Samples.mail("a@b"))));
        assertEquals("""
                80 % of allocation /root/physics was spent at 2026-03-02 10:00 UTC.

                Granted:    1,000 CPU hours, for the period since 2026-01-01 00:00 UTC
                Spent:      812.5 CPU hours (81.3 %)
                Left:       187.5 CPU hours
                As of:      2026-03-02 11:00 UTC

                At the rate of the last day, the rest will be spent by 2026-03-05 04:30 UTC.
                At the rate of the last week, it will not be spent.

                Because of: fairstream.job-events, partition 3, offset 12345, sent 2026-03-02 11:02 UTC
                Notice:     fairstream.notices, partition 0, offset 17
                """, text(Samples.physics().build()));
    }

    @Test
    void aLateEventIsNamed() {
        Notice moved = Samples.physics()
                .setKind(NoticeKind.MOVED)
                .setWas(Instant.parse("2026-03-01T08:00:00Z"))
                .build();
        assertEquals("80 % of allocation /root/physics was spent at another time", NoticeText.subject(moved));
        assertTrue(
                text(moved)
                        .startsWith("80 % of allocation /root/physics was spent at 2026-03-02 10:00 UTC, not at"
                                + " 2026-03-01 08:00 UTC. A late event changed that.\n"),
                text(moved));
        Notice takenBack =
                Samples.physics().setKind(NoticeKind.TAKEN_BACK).setOffset(-1).build();
        assertEquals("80 % of allocation /root/physics is not spent after all", NoticeText.subject(takenBack));
        assertTrue(
                text(takenBack)
                        .startsWith(
                                "80 % of allocation /root/physics is not spent. An earlier notice said that it was, at"
                                        + " 2026-03-02 10:00 UTC; a late event or another decision changed that.\n"),
                text(takenBack));
        assertTrue(text(takenBack).contains("\nBecause of: a change of the configuration\n"), text(takenBack));
    }

    @Test
    void ofAnOverdrawnAllocationNothingIsLeft() {
        Notice notice = Samples.physics()
                .setThreshold(100)
                .setSpent(3_960_000)
                .setBalance(-360_000)
                .setSpentAtDayRate(null)
                .build();
        assertTrue(text(notice).contains("\nLeft:       nothing; 100 CPU hours too much are spent\n"), text(notice));
        assertTrue(text(notice).contains("\nNothing is left.\n"), text(notice));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CPU s     | 675000    | 187.5 CPU hours",
                "GPU s     | 36000     | 10 GPU hours",
                "node s    | 3.6e9     | 1,000,000 node hours",
                "billing s | 1         | 0 billing hours",
                "billing s | 1800      | 0.5 billing hours",
                "s         | 7200      | 2 hours",
                "J         | 3600      | 3,600 J",
                "FLOPs     | 1.25e18   | 1.25E18 FLOPs",
                "CPU s     | 0         | 0 CPU hours",
            })
    void secondsAreHours(String unit, double balance, String left) {
        String text = text(Samples.physics().setUnit(unit).setBalance(balance).build());
        assertTrue(text.contains("\nLeft:       " + left + "\n"), text);
    }

    @Test
    void aDigestListsItsNotices() {
        Delivery digest = new Delivery(
                Samples.mail("ann@example.org"),
                Samples.NOON,
                LocalDate.parse("2026-03-02"),
                List.of(
                        Samples.at(17, Samples.physics().build()),
                        Samples.at(18, Samples.physics().setThreshold(90).build())));
        assertEquals("2 notices about allocations, 2026-03-02", NoticeText.subject(digest));
        String text = NoticeText.text(digest);
        assertTrue(text.startsWith("""
                Notices of 2026-03-02 (UTC):

                - 80 % of allocation /root/physics is spent
                - 90 % of allocation /root/physics is spent


                80 % of allocation /root/physics is spent

                80 % of allocation"""), text);
        assertTrue(text.endsWith("partition 0, offset 18\n"), text);
    }
}
