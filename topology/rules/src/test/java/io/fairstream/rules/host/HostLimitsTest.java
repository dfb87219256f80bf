package io.fairstream.rules.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.host.HostLedger.HostLimits;
import io.fairstream.rules.host.HostReport.Hardware;
import org.junit.jupiter.api.Test;

class HostLimitsTest {
    private static final long SECOND = 1000;

    @Test
    void noHostIsAllowedTheGpusOfTheOldHardwareWithThePeakOfTheNew() {
        Hardware many = new Hardware(64, 8, 1e9, 1e12, true, false);
        Hardware fast = new Hardware(4, 1, 5e9, 100e12, true, false);
        HostUsage most = new HostUsage(64_000_000, 8_000_000, 64_000, 100_000_000, 72, 72);
        assertEquals(most, HostLimits.DEFAULT.allowance(many, fast, SECOND));
        assertEquals(most, HostLimits.DEFAULT.allowance(fast, many, SECOND));
    }

    @Test
    void theHardwareThatStaysIsTheLimit() {
        Hardware hardware = new Hardware(4, 1, 5e9, 100e9, true, false);
        assertEquals(
                new HostUsage(4_000_000, 1_000_000, 20_000, 100_000, 5, 5),
                HostLimits.DEFAULT.allowance(hardware, hardware, SECOND));
    }
}
