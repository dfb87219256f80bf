package io.fairstream.http;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Host names under which a server answers, and so the web pages that may call it: its own. A page of another site is always refused; a page
 * whose host name resolves to this server (DNS rebinding) is refused where only names of this machine are allowed.
 *
 * @param names in lower case, without a port; empty for any
 */
public record AllowedHosts(Set<String> names) {
    /** Any host name, for a server that is reached under many names. */
    public static final AllowedHosts ANY = new AllowedHosts(Set.of());

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
    /**
     * Header in which the browser reports the origin of a request. No page can set it, and it is correct behind a proxy that changes the
     * host.
     */
    private static final String FETCH_SITE = "Sec-Fetch-Site";

    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");
    private static final Set<String> READING = Set.of("GET", "HEAD");

    public AllowedHosts {
        names = Set.copyOf(names);
    }

    /**
     * Names of this machine, and the name or address on which the server listens.
     *
     * @param listened name or address on which the server listens
     */
    public static AllowedHosts ofThisMachine(String listened) {
        String host = listened.indexOf(':') < 0 ? listened : "[" + listened + "]";
        Set<String> names = new HashSet<>(THIS_MACHINE);
        names.add(host.toLowerCase(Locale.ROOT));
        return new AllowedHosts(names);
    }

    /** Reason why the request is refused; empty if it is accepted. */
    Optional<String> refusal(Request request) {
        if (!isAllowed(request.getHttpURI().getHost())) {
            return Optional.of("this server accepts only host names of this machine, such as localhost");
        }
        return isOfOtherSite(request) ? Optional.of("pages of other sites may not call this server") : Optional.empty();
    }

    private boolean isAllowed(@Nullable String host) {
        return names.isEmpty() || (host != null && names.contains(host.toLowerCase(Locale.ROOT)));
    }

    private static boolean isOfOtherSite(Request request) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        String site = request.getHeaders().get(FETCH_SITE);
        if (site != null && OWN_SITE.contains(site)) {
            return false;
        }
        if (origin == null) {
            return site != null && !READING.contains(request.getMethod());
        }
        String host = request.getHeaders().get(HttpHeader.HOST);
        return site != null
                || host == null
                || !origin.replaceFirst("^https?://", "").equalsIgnoreCase(host);
    }
}
