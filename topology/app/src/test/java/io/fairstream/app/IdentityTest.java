package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentityTest {
    private static final Identity NODE = new Identity("node-1", "5f0c-11");

    @ParameterizedTest
    @CsvSource({
        "node-1-1, true",
        "node-1-12, true",
        "node-1, false",
        "node-1-, false",
        "node-1-1-1, false",
        "node-11-1, false",
        "node-2-1, false"
    })
    void itsMembersHaveItsNameAndTheNumberOfAThread(String groupInstanceId, boolean isMember) {
        assertEquals(isMember, NODE.isMember(groupInstanceId));
    }

    @ParameterizedTest
    @CsvSource({
        "site-5f0c-11-1, true",
        "site-5f0c-11-27, true",
        "site-5f0c-1, false",
        "site2-5f0c-11-1, false",
        "fairstream-5f0c-11-1, false"
    })
    void itsTransactionsBearItsProcess(String transactionalId, boolean isOwn) {
        assertEquals(isOwn, NODE.isTransaction("site", transactionalId));
    }

    /** While work was divided anew, instances aborted the transactions of every application whose id begins with theirs: of the bridge, too. */
    @ParameterizedTest
    @CsvSource({
        "site-4e1b85cd-8210-4198-8552-a0129708846e-1, true",
        "site-4e1b85cd-8210-4198-8552-a0129708846e-12, true",
        "site-4e1b85cd-8210-4198-8552-a0129708846e, false",
        "site-slurm-bridge-tux-4e1b85cd-8210-4198-8552-a0129708846e-1, false",
        "site-2-4e1b85cd-8210-4198-8552-a0129708846e-1, false",
        "site-of-somebody-else, false",
        "site2-4e1b85cd-8210-4198-8552-a0129708846e-1, false"
    })
    void transactionsOfApplicationsWhoseIdBeginsTheSameAreNotOurs(String transactionalId, boolean isOurs) {
        assertEquals(isOurs, Identity.isTransactionOf("site", transactionalId));
    }

    @Test
    void anInstanceOfUnknownProcessHasNoTransactions() {
        assertEquals(false, new Identity("node-1", "").isTransaction("site", "site--1"));
    }

    @ParameterizedTest
    @CsvSource({
        "site-5f0c-11-StreamThread-1-consumer, 5f0c-11",
        "site-5f0c-11-StreamThread-12-consumer, 5f0c-11",
        "other-5f0c-11-StreamThread-1-consumer, ''",
        "site-StreamThread-1-consumer, ''",
        "mine, ''"
    })
    void aClientSaysItsProcess(String clientId, String process) {
        assertEquals(process, Identity.process("site", clientId).orElse(""));
    }

    @Test
    void whatIsSaidIsUnderstood() {
        assertEquals(Optional.of(NODE), Identity.parse(NODE.line()));
        assertEquals(Optional.empty(), Identity.parse("HTTP/1.1 400 Bad Request"));
        assertEquals(Optional.empty(), Identity.parse(""));
    }
}
