package io.fairstream.htcondor.match;

import io.fairstream.htcondor.ads.ClassAd;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Customer to charge, by the name that HTCondor's Accountant would use: the accounting group if there is one, else the user. */
public final class Customer {
    private static final String NICE_USER = "nice-user.";

    /** An owner whom HTCondor did not know when it printed a job. */
    private static final Pattern NOBODY = Pattern.compile("(?i)undefined(@.*)?");

    private Customer() {}

    /** Customer of a job's ad, whose accounting group has no domain: the group gets the user's domain. Null if the ad names no user. */
    public static @Nullable String ofJob(ClassAd job) {
        String user = person(job, "User", "RemoteUser", "Owner");
        String group = person(job, "AccountingGroup");
        if (group != null) {
            return group.indexOf('@') >= 0 ? group : group + domain(user);
        }
        boolean nice = user != null && job.isTrue("NiceUser") && !user.startsWith(NICE_USER);
        return nice ? NICE_USER + user : user;
    }

    /** Customer of a slot's ad, as CheckMatches has it; null when the ad names nobody. */
    public static @Nullable String ofSlot(ClassAd slot) {
        return person(slot, "AccountingGroup", "RemoteUser");
    }

    /** The first of these attributes that names somebody. */
    public static @Nullable String person(ClassAd ad, String... names) {
        for (String name : names) {
            String text = ad.text(name);
            if (text != null && !NOBODY.matcher(text).matches()) {
                return text;
            }
        }
        return null;
    }

    /** The first of these attributes that has a text. */
    public static @Nullable String first(ClassAd ad, String... names) {
        for (String name : names) {
            String text = ad.text(name);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    private static String domain(@Nullable String user) {
        int sign = user == null ? -1 : user.lastIndexOf('@');
        return user == null || sign < 0 ? "" : user.substring(sign);
    }
}
