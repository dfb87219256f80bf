package io.fairstream.publish.notices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.publish.notices.Recipient.Kind;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import java.io.IOException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeliveryTest {
    @Test
    void aFileReadsBackTheSame() throws IOException {
        Delivery single = Samples.to(new Recipient(Kind.WEBHOOK, "https://example.org/hook?a=\"ä\""));
        assertEquals(single, Delivery.read(single.write()));
        assertEquals(single.noticeJson(), Delivery.read(single.write()).noticeJson());
        Delivery digest =
                new Delivery(single.to(), Samples.NOON, LocalDate.parse("2026-03-02"), List.of(single.first()));
        assertEquals(digest, Delivery.read(digest.write()));
    }

    @Test
    void theIdIsThatOfTheRecord() {
        Delivery single = Samples.to(Samples.mail("ann@example.org"));
        assertEquals("fairstream.notices-0-17", single.id());
        Delivery digest =
                new Delivery(single.to(), Samples.NOON, LocalDate.parse("2026-03-02"), List.of(single.first()));
        Delivery ofBob = new Delivery(
                Samples.mail("bob@example.org"), Samples.NOON, LocalDate.parse("2026-03-02"), List.of(single.first()));
        assertTrue(digest.id().matches("digest-2026-03-02-[0-9a-f]{16}"), digest.id());
        assertNotEquals(digest.id(), ofBob.id());
    }

    @Test
    void anAddressGetsANoticeOnce() {
        Recipient hook = new Recipient(Kind.WEBHOOK, "https://example.org/Hook");
        Recipients recipients = new Recipients(List.of(Samples.mail("ops@example.org"), hook), true, false, false);
        Notice notice = Samples.physics()
                .setContacts(List.of("ann@example.org", " ", "Ops@Example.org", "ann@example.org "))
                .build();
        assertEquals(
                List.of(Samples.mail("ops@example.org"), hook, Samples.mail("ann@example.org")), recipients.of(notice));
        Notice moved = Samples.physics().setKind(NoticeKind.MOVED).build();
        assertEquals(List.of(), recipients.of(moved));
        assertEquals(List.of(hook), new Recipients(List.of(hook), false, true, false).of(moved));
    }

    @Test
    void aRecordThatCannotBeDeliveredHasAProblem() {
        assertEquals(Optional.empty(), SentNotice.problem(Samples.physics().build()));
        for (Notice garbage : List.of(
                Samples.physics().setTarget("").build(),
                Samples.physics().setTarget("a\r\nBcc: eve@example.org").build(),
                Samples.physics().setTarget("a".repeat(1001)).build(),
                Samples.physics().setUnit("\0").build(),
                Samples.physics().setBalance(Double.NaN).build(),
                Samples.physics().setContacts(List.of("a".repeat(100_000))).build())) {
            assertNotEquals(Optional.empty(), SentNotice.problem(garbage), garbage.toString());
        }
    }

    @Test
    void aWebhookIsNamedWithoutItsPath() {
        assertEquals("webhook example.org", new Recipient(Kind.WEBHOOK, "https://example.org/T0/secret").toString());
    }
}
