package io.fairstream.boinc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;

/**
 * Ticket that a client stores for the manager between two requests, so that the manager is stateless. It contains the manager's
 * name of the host and the number of its last report, with a message authentication code, and fits into the 255 characters that
 * clients store.
 *
 * @param sequence increases with each report, even if the manager's clock is set back
 */
record HostTicket(String host, long sequence) {

    /**
     * Returns the ticket for the report in this request. The host of a client without a valid ticket gets a name derived from the
     * user, the client's own name of the host and the domain name. Therefore it keeps its name if the client attaches again, or twice
     * because the first reply was lost.
     */
    static HostTicket next(ClientRequest request, String user, UrlSigner signer, Instant now) {
        String[] parts = request.opaque().split(":", 3);
        long clock = now.toEpochMilli();
        if (parts.length == 3 && parts[1].matches("\\d{1,18}")) {
            HostTicket kept = new HostTicket(parts[0], Long.parseLong(parts[1]));
            if (isEqual(kept.sealed(user, signer), request.opaque())) {
                return new HostTicket(kept.host, Math.max(clock, kept.sequence + 1));
            }
        }
        String origin = String.join("\n", "host", user, request.hostCpid(), request.domainName());
        return new HostTicket("h-" + signer.seal(origin), clock);
    }

    String sealed(String user, UrlSigner signer) {
        String open = host + ":" + sequence;
        return open + ":" + signer.seal("ticket\n" + user + "\n" + open);
    }

    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
