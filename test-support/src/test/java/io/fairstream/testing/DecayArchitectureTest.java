package io.fairstream.testing;

import org.junit.jupiter.api.Test;

/** The lowest module knows nothing but Java. The test is here because {@code decay} is below this module. */
class DecayArchitectureTest extends ModuleRules {
    DecayArchitectureTest() {
        super("rules.decay");
    }

    @Test
    void timeComesFromTheCaller() {
        TIME_COMES_WITH_THE_RECORD.check(classes);
    }
}
