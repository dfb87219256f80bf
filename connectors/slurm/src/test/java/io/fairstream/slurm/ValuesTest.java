package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.reading.MalformedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single values in Slurm's spelling. */
class ValuesTest {
    @ParameterizedTest
    @CsvSource({
        "/root/physics/physics, root/physics",
        "/root/physics/astro/astro, root/physics/astro",
        "/root/root, root",
        "/root/physics, root/physics"
    })
    void theLastOfTheParentAccountsIsTheAccountOnceMore(String parents, String bank) {
        assertEquals(bank, JobcompRecord.bankOf(parents));
    }

    @Test
    void readsExitCodes() throws MalformedException {
        assertEquals(new ExitStatus(3, null), ExitStatus.parse("exit", "3:0"));
        assertEquals(new ExitStatus(0, 9), ExitStatus.parse("exit", "0:9"));
        assertEquals(ExitStatus.UNKNOWN, ExitStatus.parse("exit", ""));
        assertThrows(MalformedException.class, () -> ExitStatus.parse("exit", "3"));
    }
}
