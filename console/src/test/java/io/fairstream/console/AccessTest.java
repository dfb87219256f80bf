package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who asks where a proxy says it, and where nobody is asked. */
class AccessTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, localhost:8088, true, a name of this machine",
        "127.0.0.1, 127.0.0.1:8088, true, an address of this machine",
        "127.0.0.1, '[::1]:8088', true, its other address",
        "127.0.0.2, 127.0.0.2:8088, true, the address where it listens",
        "127.0.0.1, 127.0.0.2:8088, false, where it does not",
        "desk.example, Desk.example:8088, true, this machine's own name",
        "127.0.0.1, desk.example:8088, false, any name may lead here",
        "127.0.0.1, localhost.desk.example, false, only the begin is the same",
        "::1, '[::1]:8088', true, the address where it listens",
    })
    void onThisMachineTheNameThatWasCalledDecides(String listened, String called, boolean isKnown, String reason) {
        Optional<Viewer> viewer = Asking.whoCalls(called, new LoopbackAccess(listened));
        assertEquals(isKnown ? Optional.of(Viewer.ANYBODY) : Optional.empty(), viewer, reason);
    }

    @ParameterizedTest
    @CsvSource({
        "X-User: alice, alice, user, as the proxy says",
        "x-user:  root , root, administrator, who is named as one",
        "X-User: Root, Root, user, a name is to the letter",
        "X-User: , , , nobody",
        "X-Other: root, , , another header",
    })
    void behindAProxyItsHeaderDecides(String header, String name, String role, String reason) {
        Optional<Viewer> viewer = Asking.who(new ProxyAccess("X-User", Set.of("root")), header);
        assertEquals(Optional.ofNullable(name), viewer.map(Viewer::name), reason);
        assertEquals(Optional.ofNullable(role), viewer.map(it -> it.role().toString()), reason);
    }

    @Test
    void aHeaderThatIsThereTwiceIsNobody() {
        ProxyAccess access = new ProxyAccess("X-User", Set.of("root"));
        assertEquals(Optional.empty(), Asking.who(access, "X-User: alice", "X-User: root"));
        assertFalse(access.takesTokens() || access.session("root").isPresent());
    }
}
