/** ClassAds: attributes with values, in the old syntax, in JSON and in XML. */
@NullMarked
package io.fairstream.htcondor.ads;

import org.jspecify.annotations.NullMarked;
