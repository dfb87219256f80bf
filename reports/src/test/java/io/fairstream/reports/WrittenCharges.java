package io.fairstream.reports;

import io.fairstream.reports.records.Sender;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Charges that a test writes by hand, each in a block of its own in the partition of its account. */
public final class WrittenCharges {
    private WrittenCharges() {}

    public static void send(Settings settings, List<Charge> charges) {
        Instant sent = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        try (Sender<ChargeBlock> sender = Sender.open(settings, Topics.CHARGES)) {
            for (Charge charge : charges) {
                List<ChargeBlocks.Sent> only = List.of(new ChargeBlocks.Sent(charge, sent));
                sender.send(charge.getAccount(), ChargeBlocks.block(charge.getLedger(), only));
            }
            sender.flush();
        }
    }
}
