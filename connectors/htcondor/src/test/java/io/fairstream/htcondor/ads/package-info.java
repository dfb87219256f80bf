@NullMarked
package io.fairstream.htcondor.ads;

import org.jspecify.annotations.NullMarked;
