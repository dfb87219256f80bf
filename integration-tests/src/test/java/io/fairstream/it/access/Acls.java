package io.fairstream.it.access;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;

/** Grants and revokes, and waits until the broker's authorizer, which follows the metadata, has it so. */
final class Acls {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private Acls() {}

    static void grant(Admin admin, List<AclBinding> acls) throws ExecutionException, InterruptedException {
        admin.createAcls(acls).all().get();
        await(admin, acls, true);
    }

    static void revoke(Admin admin, List<AclBinding> acls) throws ExecutionException, InterruptedException {
        admin.deleteAcls(acls.stream().map(AclBinding::toFilter).toList()).all().get();
        await(admin, acls, false);
    }

    private static void await(Admin admin, List<AclBinding> acls, boolean isGranted)
            throws ExecutionException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Collection<AclBinding> all =
                    admin.describeAcls(AclBindingFilter.ANY).values().get();
            if (isGranted ? all.containsAll(acls) : acls.stream().noneMatch(all::contains)) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + PATIENCE + ": granted " + isGranted + ", " + acls);
            }
            Thread.sleep(20);
        }
    }
}
