// Directory listings in the formats of different servers.

const file = '0123456789abcdef0123456789abcdef'

/** The response of each server for a folder with one file of 3072 bytes. */
export const multistatuses: Readonly<Record<string, string>> = {
  'apache': `<?xml version="1.0" encoding="utf-8"?>
<D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">
<D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/">
<D:href>/dav/quickhand/</D:href>
<D:propstat><D:prop><lp1:resourcetype><D:collection/></lp1:resourcetype>
<lp1:getlastmodified>Sat, 21 Nov 2026 10:00:00 GMT</lp1:getlastmodified>
<lp1:getetag>"1000-6"</lp1:getetag>
</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
<D:propstat><D:prop><ns0:getcontentlength/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status>
</D:propstat>
</D:response>
<D:response xmlns:lp1="DAV:"><D:href>/dav/quickhand/${file}</D:href>
<D:propstat><D:prop><lp1:resourcetype/><lp1:getcontentlength>3072</lp1:getcontentlength>
<lp1:getlastmodified>Sat, 21 Nov 2026 10:00:00 GMT</lp1:getlastmodified>
<lp1:getetag>W/"c00-64a"</lp1:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
</D:response>
</D:multistatus>`,
  'nginx': `<?xml version="1.0" encoding="utf-8" ?>
<D:multistatus xmlns:D="DAV:"><D:response><D:href>/quickhand/</D:href><D:propstat><D:prop>
<D:resourcetype><D:collection/></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
</D:response><D:response><D:href>/quickhand/${file}</D:href><D:propstat><D:prop>
<D:getcontentlength>3072</D:getcontentlength>
<D:getlastmodified>Sat, 21 Nov 2026 10:00:00 GMT</D:getlastmodified>
<D:resourcetype></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
</D:multistatus>`,
  'sabre': `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"
 xmlns:oc="http://owncloud.org/ns"><d:response><d:href>/remote.php/dav/files/ann/quickhand/</d:href>
<d:propstat>
<d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status>
</d:propstat>
</d:response><d:response><d:href>/remote.php/dav/files/ann/quickhand/${file}</d:href><d:propstat><d:prop>
<d:getetag>&quot;3f2a&quot;</d:getetag><d:getcontentlength>3072</d:getcontentlength><d:resourcetype/>
</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`,
  'absolute URLs, no namespace prefix': `<multistatus xmlns="DAV:"><response>
<href>http://127.0.0.1:8080/a%20b/quickhand/</href>
<propstat><prop><resourcetype><collection/></resourcetype></prop><status>HTTP/1.1 200 OK</status>
</propstat></response>
<!-- a > b --><response><href><![CDATA[http://127.0.0.1:8080/a%20b/quickhand/${file}?x=1]]></href>
<propstat>
<prop><getetag note='a>b'>"x"</getetag><getcontentlength>3072</getcontentlength></prop>
<status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`,
}

export const listedFile = file
