package io.fairstream.publish.notices;

import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import java.time.Instant;
import java.util.List;

/** Notices of the allocation of the bank {@code root/physics}. */
final class Samples {
    static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    static final String TOPIC = "fairstream.notices";

    private Samples() {}

    /** 80 % of 1,000 CPU hours are spent, and a bit more. */
    static Notice.Builder physics() {
        return Notice.newBuilder()
                .setTarget("/root/physics")
                .setKind(NoticeKind.REACHED)
                .setThreshold(80)
                .setStart(Instant.parse("2026-01-01T00:00:00Z"))
                .setPeriodStart(Instant.parse("2026-01-01T00:00:00Z"))
                .setAt(Instant.parse("2026-03-02T10:00:00Z"))
                .setUnit("CPU s")
                .setGranted(3_600_000)
                .setSpent(2_925_000)
                .setBalance(675_000)
                .setAsOf(Instant.parse("2026-03-02T11:00:00Z"))
                .setSpentAtDayRate(Instant.parse("2026-03-05T04:30:00Z"))
                .setSpentAtWeekRate(null)
                .setTopic("fairstream.job-events")
                .setPartition(3)
                .setOffset(12_345)
                .setSent(Instant.parse("2026-03-02T11:02:03Z"))
                .setContacts(List.of("ann@example.org"));
    }

    static SentNotice at(long offset, Notice notice) {
        return new SentNotice(TOPIC, 0, offset, notice);
    }

    static Delivery to(Recipient recipient) {
        return Delivery.of(at(17, physics().build()), recipient, NOON);
    }

    static Recipient mail(String address) {
        return new Recipient(Recipient.Kind.MAIL, address);
    }
}
