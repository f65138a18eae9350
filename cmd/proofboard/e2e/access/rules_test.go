package access

import (
	"maps"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

const everybody = "200"

const provider = "200 provider; 404"

const commenters = "403 looker cso; 200" // SH-099, SH-103: every team member and every reviewer

const adminOnly = "200 admin; 403"

const adminMissing = "404 admin; 403" // the admin has the right, but the object does not exist

const only403 = "403"

const othersInside = "404 customers cso; 403" // for objects of other people on the internal tab

const keepers = "403 looker; 200"

const noPreset = "403 looker; 404"

const foreigners = "403 cso; 404 customers; 200"

// elsewhere has the operations whose answer does not depend on the role as in the matrix, by the test that says who may
// call them. Most are public, of oneself, or about accounts, which have a matrix of their own.
var elsewhere = map[string]string{
	"TestSigningInTellsNothingAboutWhoHasAnAccount":                  "signInCustomer signInDesk",
	"TestAProgramWithoutADemoNamesNobody":                            "demoPeople",
	"TestAnInstallationIsSetUpOnceByItsLink":                         "setupState setUp",
	"TestALostPasswordIsResetByTheNewestLinkOnce":                    "forgotPassword resetPassword",
	"TestAStrangerWhoGuessesPasswordsLearnsNothingAndLocksNobodyOut": "knowBrowser",
	"TestAnInvitedPersonJoinsByTheirLinkAndLeavesAtOnce":             "acceptInvitation",
	"TestAnAddressIsVerifiedByItsLink":                               "verifyEmail requestVerification resendVerification",
	"TestAPersonChangesTheirOwnProfileAndTheOwnerTheCompany":         "saveProfile company saveCompany",
	"TestANewPasswordEndsTheOtherSessionsOfThePerson":                "changePassword",
	"TestAPictureOfAPersonIsDrawnAgainAndShown":                      "saveAvatar removeAvatar avatar",
	"TestSessionsAreListedAndEnded":                                  "sessions endSession endOtherSessions",
	"TestOneAddressOpensSeveralAccounts":                             "chooseAccount checkLink ownAccounts switchAccount",
	"TestASecondFactorBelongsToItsPerson":                            "takeSecondFactor factors beginApp confirmApp removeFactor renewRecoveryCodes",
	"TestAPasskeyIsASecondFactorUnderItsHostName":                    "beginPasskey confirmPasskey",
	"TestOwnersSeeTheSecurityLogOfTheirAccountAndOthersTheirOwn":     "securityLog",
	"TestAnAdminRaisesTheInvitationsOfAnAccount":                     "limitInvitations",
	"TestWhoeverChangesHowTheySignInGivesTheirSecondFactorAgain":     "askStepUp stepUp",
	"TestAnAccessTokenIsCreatedUsedAndRevoked":                       "accessTokens createAccessToken revokeAccessToken",
	"TestTheFeedShowsEverybodyWhatThePagesShowThem":                  "events",
	"TestAnAccountIsDeletedThirtyDaysAfterItsOwnerAskedForIt":        "requestDeletion deleteProfile takeBackDeletion",
	"TestAnAdminActsAsAPersonForHalfAnHour":                          "impersonate validateImpersonation",
	"TestPeopleRegisterThemselvesWhereTheProviderAllowsIt":           "signUp",
	"TestAHostNameLeadsToTheBrandOfItsClient":                        "brand",
	"TestAResellerBrandsItselfAndEveryOpenBrowserShowsIt":            "brandFile",
	"TestANewAddressCountsOnceItIsProved":                            "confirmEmail changeEmail",
	"TestTheExportOfAnAccountHasWhatItsOwnerSeesAndProvesItself":     "accountExport requestAccountExport",
	"TestAnOpenPageLearnsOfTheBuildThatIsDelivered":                  "build",
	"TestACrashIsReportedWithoutAWordAboutThePerson":                 "reportError",
	"TestWhoEditsWorkflows": "workflows workflow saveWorkflow retireWorkflow discardWorkflow publishWorkflow chooseWorkflow workflowTrial " +
		"tryWorkflow",
	"TestWhoseWebhooksThereAre": "webhookEndpoints webhookDeliveries addWebhookEndpoint changeWebhookEndpoint removeWebhookEndpoint " +
		"rotateWebhookSecret switchWebhookEndpoint replayWebhookEvents testWebhookEndpoint replayWebhookDeliveries",
	"TestARejectedVersionGoesBackToWorkAndIsDecidedAnew":           "replaceApprover",
	"TestAVersionIsApprovedByTheStepsOfTheWorkflow":                "decideStep",
	"TestWhoReadsWhichReport":                                      "orderReport ordersBehind exportOrderReport",
	"TestWhoReadsFiguresAboutWhom":                                 "operatorReport ordersOfOperator exportOperatorReport",
	"TestTheOwnerIsAskedForAnEstimateAndCollaboratorsAreTold":      "askForEstimate",
	"TestSomebodyWhoLostTheirSecondFactorIsHelpedByTheOwner":       "resetFactors",
	"TestASecondFactorCanBeRequiredOfAClientsPeople":               "requireSecondFactor",
	"TestAnImportIsItsPersons":                                     "listImports showImport addImportPart checkImport confirmImport cancelImport importExample",
	"TestWhoManagesWhichAccount":                                   "addPerson person changePerson setNewOrders removePerson renewInvitation copyInvitation moveWork",
	"TestASessionEndsWithSigningOut":                               "logout",
	"TestCustomersAreListedForTheProviderAndResellersOnly":         "customers",
	"TestFilesOfAnOrderComeInOneZip":                               "requestBulkDownload",
	"TestACertificateIsForPeopleWhoMaySeeTheVersionAndItsApproval": "certificate",
	"TestAGuestReachesTheirInvitationAndNothingElse": "guestReviewAuth guestCsrfToken guestData guestVersion guestOpenTopic guestUpdateAnnotation guestDeleteTopic " +
		"guestAddComment guestResolveTopic guestResolveComment guestDeleteComment guestEditComment",
}

func aPreset(target) any { return harness.Form{"name": {"Mine"}, "customSearch": {"label"}} }

func withMessage(target) any { return map[string]any{"message": harness.Message("noted")} }

func withData(target) any { return map[string]any{"data": harness.Message("on second thought")} }

func invitation(x target) any {
	return map[string]any{
		"name":          "Vera Visitor",
		"email":         uuid.NewString() + "@example.com",
		"attachmentIds": []string{x.attachment.String()},
	}
}

// rules is the table of the calls about orders. Each line gives the status of each person, in the form of
// harness.Status. owner owns the account. both is an approver and a collaborator. collab is only a collaborator. approver is neither creator nor collaborator. looker is a collaborator with read-only access. Orders are in review,
// where the customer sees proofs (BD-019), unless a rule sets another status.
var rules = []rule{
	{name: "profile", expect: expectation{own: everybody}},
	{name: "notificationSettings", expect: expectation{own: everybody}}, // the caller's own settings
	{
		name:     "saveNotificationSettings",
		harmless: true,
		body:     func(target) any { return harness.MailModes("at-once", "daily", "daily") },
		expect:   expectation{own: everybody},
	},
	{name: "csrfToken", expect: expectation{own: everybody}},
	{name: "services", expect: expectation{own: everybody}},
	{name: "catalogue", expect: expectation{own: everybody}},
	{name: "catalogue/retired", query: "?retired=true", expect: expectation{own: adminOnly}}, // D-26
	{
		name:     "saveCategory",
		harmless: true,
		body:     func(target) any { return map[string]any{"name": "Print", "place": 0, "retired": false} },
		expect:   expectation{own: adminOnly},
	},
	{name: "saveService", harmless: true, body: func(target) any {
		return map[string]any{
			"name":          "Sign",
			"categoryId":    harness.Printing,
			"promisedStart": 0,
			"allocated":     0,
			"place":         2,
			"retired":       false,
		}
	}, expect: expectation{own: adminOnly}},
	{name: "savePackage", harmless: true, body: func(target) any {
		return map[string]any{"name": "Gold", "allocated": -1, "maximumActiveOrder": -1, "place": 0, "retired": false}
	}, expect: expectation{own: adminOnly}},
	{name: "workingTime", expect: expectation{own: everybody}}, // the caller's own time
	{name: "confirmWorkingTime", harmless: true, expect: expectation{own: everybody}},
	{name: "workingTimeReminder", expect: expectation{own: everybody}},
	{name: "removeScheduleStopper", expect: expectation{own: everybody}},
	{name: "takeBackStopper", expect: expectation{own: everybody}},
	// SH-099..SH-102: operators and managers, and also the admin (D-26).
	{name: "workOnOrder/play", status: order.InProgress, body: playing("play"), expect: expectation{
		own:     "403 customers cso; 200",
		foreign: "403 customers cso; 200",
		missing: "403 customers cso; 404",
	}},
	{name: "workOnOrder/pause", status: order.InProgress, body: playing("pause"), expect: expectation{
		own:     "403 customers cso; 200",
		foreign: "403 customers cso; 200",
		missing: "403 customers cso; 404",
	}},
	{name: "operators", expect: expectation{own: everybody}}, // SH-097..SH-103: everybody has the operator filter
	{name: "managers", expect: expectation{own: everybody}},
	{
		name:   "clients",
		expect: expectation{own: "200 provider; 403"},
	}, // SH-099..SH-103: only the provider has the client filter
	{name: "creators", expect: expectation{own: everybody}}, // SH-264
	{name: "serviceCategories", expect: expectation{own: everybody}},
	// SH-252: everybody except read-only people can save presets. Nobody can use the presets of
	// another person.
	{name: "filters", expect: expectation{own: everybody}},
	{name: "createFilter", harmless: true, body: aPreset, expect: expectation{own: keepers}},
	{name: "updateFilter", body: aPreset, expect: expectation{own: noPreset}},
	{name: "deleteFilter", expect: expectation{own: noPreset}},
	{name: "archivedFilters", expect: expectation{own: everybody}},
	{name: "createArchivedFilter", harmless: true, body: aPreset, expect: expectation{own: keepers}},
	{name: "updateArchivedFilter", body: aPreset, expect: expectation{own: noPreset}},
	{name: "deleteArchivedFilter", expect: expectation{own: noPreset}},
	{name: "myWork", expect: expectation{own: everybody}}, // BY-058: each has work of their own
	{name: "searchOrders", query: "?customSearch=label", expect: expectation{own: everybody}},
	{
		name:   "covers",
		query:  "?ids=00000000-0000-4000-8000-000000000001",
		expect: expectation{own: everybody},
	}, // for which orders: TestTheCoverOfAnOrderIsAPictureThatTheCallerMaySee
	{
		name:   "images",
		query:  "?search=label",
		expect: expectation{own: everybody},
	}, // which images: TestTheGalleryShowsEachPersonWhatTheFilesAllow
	{name: "exportOrders", query: "?view=list&columns=number,name", expect: expectation{own: everybody}},
	{name: "orders/board", query: "?view=board", expect: expectation{own: everybody}},
	{name: "orders/list", query: "?view=list", expect: expectation{own: everybody}},
	{name: "orders/archive", query: "?view=archived", expect: expectation{own: everybody}},
	{name: "order", expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody}},
	{
		name:   "order/as of",
		query:  "?asOf=1000000",
		expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody},
	},
	{name: "timeline", expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody}},
	{
		name:   "timeline/kind",
		query:  "?kind=file",
		expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody},
	},
	{
		name:   "bulkDownload",
		expect: expectation{own: harness.Nobody},
	}, // other people's zips: TestFilesOfAnOrderComeInOneZip
	// D-09: the same as setCollaborators.
	{name: "orderTeam", expect: expectation{
		own:     "200 managers owner; 403",
		foreign: "200 managers; 404 customers; 403",
		missing: harness.Nobody,
	}},
	{name: "orderRoute", expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody}},
	{name: "history", expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody}},
	{name: "exportHistory", expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody}},
	{
		name:   "exportHistory/json",
		query:  "?format=json",
		expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody},
	},
	{name: "mentions", expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody}},

	// SH-097, SH-098: owner and staff create orders. D-26, D-05: the admin creates them for a
	// customer.
	{
		name:     "createOrder",
		harmless: true,
		body:     func(x target) any { return map[string]any{"orderName": "Label", "customerId": x.customer} },
		expect: expectation{
			own:     "200 owner both collab approver neither admin; 403",
			foreign: "200 admin; 404 owner both collab approver neither; 403",
			missing: "404 owner both collab approver neither admin; 403",
		},
	},
	// SH-097, SH-100..SH-102: owners and managers change details. Staff change only their own
	// drafts.
	{
		name:     "updateOrder",
		harmless: true,
		body:     func(target) any { return map[string]any{"orderName": "Another name"} },
		expect: expectation{
			own:     "200 managers owner; 403",
			foreign: "200 managers; 404 customers; 403",
			missing: harness.Nobody,
		},
	},
	// BD-056, BD-062, BD-067, D-04: moves from in review. D-09: people with the right to act on the
	// order.
	{
		name: "moveOrder/board",
		body: func(target) any { return map[string]any{"moveto": "approved", "via": "board"} },
		expect: expectation{
			own:     "200 managers owner both collab; 409 operator; 403",
			foreign: "200 managers; 403 cso; 409 operator; 404",
			missing: harness.Nobody,
		},
	},
	// BD-030: the status control, for orders that are in progress.
	{
		name:   "moveOrder/status",
		status: order.InProgress,
		body:   func(target) any { return map[string]any{"moveto": "in-review", "via": "status"} },
		expect: expectation{
			own:     "200 managers operator; 409 owner both collab; 403",
			foreign: "403 cso; 404 customers; 200",
			missing: harness.Nobody,
		},
	},
	// BD-293..BD-298: only the customer approves on the review screen.
	{
		name: "moveOrder/review",
		body: func(target) any { return map[string]any{"moveto": "approved", "via": "review"} },
		expect: expectation{
			own:     "200 owner both approver; 403 neither looker cso; 409",
			foreign: "403 cso; 404 customers; 409",
			missing: harness.Nobody,
		},
	},
	// D-05: one rule for each row of the decision's table.
	{name: "actOnOrder/freeze", body: action("freeze"), expect: expectation{
		own:     "200 managers; 409 owner both collab operator; 403",
		foreign: "200 managers; 403 cso; 409 operator; 404",
		missing: harness.Nobody,
	}},
	{name: "actOnOrder/hold", body: action("on-hold"), expect: expectation{
		own:     "403 approver neither looker cso; 200",
		foreign: foreigners,
		missing: harness.Nobody,
	}},
	{name: "actOnOrder/guest revision", body: action("gr-revision"), expect: expectation{
		own: "200 managers owner; 409 both collab operator; 403",
	}},
	{name: "actOnOrder/delete", status: order.Draft, body: action("delete"), expect: expectation{
		own:     "200 owner admin; 403 approver neither looker cso; 409",
		foreign: "200 admin; 403 cso; 404 customers; 409",
		missing: harness.Nobody,
	}},
	{name: "actOnOrder/duplicate", harmless: true, body: action("duplicate"), expect: expectation{
		own:     "200 owner both collab; 409",
		foreign: "409 provider; 404",
		missing: harness.Nobody,
	}},
	// SH-100: only managers assign orders.
	{
		name:     "assignOrder",
		harmless: true,
		body:     func(target) any { return map[string]any{"operatorId": harness.Cast["operator"].ID} },
		expect: expectation{
			own:     "200 managers; 403",
			foreign: "200 managers; 404 customers; 403",
			missing: harness.Nobody,
		},
	},
	// D-09: the owner, the creator and managers can grant the right.
	{
		name: "setCollaborators",
		body: func(target) any { return map[string]any{"userIds": []string{}} },
		expect: expectation{
			own:     "200 managers owner; 403",
			foreign: "200 managers; 404 customers; 403",
			missing: harness.Nobody,
		},
	},
	// Owners and the provider's managers set the watermark of an order.
	// TestTheWatermarkOfAClientIsItsOwnersAndTheProviders covers the watermarks of clients.
	{name: "watermark", expect: expectation{
		own:     "200 managers owner; 403",
		foreign: "200 managers; 404 customers; 403",
		missing: harness.Nobody,
	}},
	{
		name: "setWatermark",
		body: func(target) any { return map[string]any{"scope": "order", "use": "none", "isDarkBackground": false} },
		expect: expectation{
			own:     "200 managers owner; 403",
			foreign: "200 managers; 404 customers; 403",
			missing: harness.Nobody,
		},
	},
	{name: "unlockOrder", harmless: true, expect: expectation{
		own:     "403 approver neither looker cso; 200",
		foreign: foreigners,
		missing: harness.Nobody,
	}},

	// BD-017..BD-019, D-13.
	{
		name: "versions",
		expect: expectation{
			own:      everybody,
			foreign:  provider,
			missing:  harness.Nobody,
			astray:   harness.Nobody,
			internal: harness.Reviewers,
		},
	},
	{
		name:   "versions/in progress",
		status: order.InProgress,
		expect: expectation{own: harness.Reviewers, internal: harness.Reviewers},
	},
	{
		name:   "versions/supplied, in progress",
		status: order.InProgress,
		kind:   proof.SuppliedFiles,
		expect: expectation{own: everybody, foreign: provider},
	},
	{
		name: "version",
		expect: expectation{
			own:      everybody,
			foreign:  provider,
			missing:  harness.Nobody,
			astray:   harness.Nobody,
			mixed:    harness.Nobody,
			internal: harness.Reviewers,
		},
	},
	{
		name:   "version/in progress",
		status: order.InProgress,
		expect: expectation{own: harness.Reviewers, internal: harness.Reviewers},
	},
	{
		name: "openPages",
		body: pages,
		expect: expectation{
			own:      everybody,
			foreign:  provider,
			missing:  harness.Nobody,
			astray:   harness.Nobody,
			mixed:    harness.Nobody,
			internal: harness.Reviewers,
		},
	},
	{
		name:   "openPages/in progress",
		status: order.InProgress,
		body:   pages,
		expect: expectation{own: harness.Reviewers, internal: harness.Reviewers},
	},

	// D-91: everybody who acts on an order and sees the file. The files here are texts, which have no
	// pictures.
	{
		name:     "makePicture",
		harmless: true,
		expect: expectation{
			own:      "403 approver neither looker cso; 409",
			foreign:  "403 cso; 404 customers; 409",
			missing:  harness.Nobody,
			astray:   harness.Nobody,
			mixed:    harness.Nobody,
			internal: "404 customers cso; 409",
		},
	},

	// D-12, BD-165, BD-166: creative and production managers and admin, while the order is in
	// progress.
	{name: "decideVersion", status: order.InProgress, body: decision, expect: expectation{
		own:      "403 operator manager; 404 customers cso; 200",
		foreign:  "403 operator manager; 404 customers cso; 200",
		missing:  harness.Nobody,
		astray:   harness.Nobody,
		mixed:    "403 operator manager; 404",
		internal: "403 operator manager; 404 customers cso; 200",
	}},
	{name: "decideVersion/in review", body: decision, expect: expectation{
		own:      "409 creative production admin; 403",
		internal: "403 operator manager; 404 customers cso; 409",
	}},
	// BD-172.
	{
		name:   "deleteVersion",
		body:   func(target) any { return map[string]any{"reason": "wrong file"} },
		expect: deletesVersion,
	},
	{name: "deleteVersionWithReason", expect: deletesVersion},
	// SH-097, SH-099, SH-100: owners delete files that their side supplied, operators delete files
	// for customer review, managers delete all files.
	{name: "deleteAttachment", expect: expectation{
		own:      "403 customers cso; 200",
		foreign:  foreigners,
		missing:  harness.Nobody,
		astray:   harness.Nobody,
		internal: "200 managers; 403 operator; 404",
	}},
	{name: "deleteAttachment/supplied", kind: proof.SuppliedFiles, expect: expectation{
		own:     "200 managers owner; 403",
		foreign: "200 managers; 404 customers; 403",
	}},
	{
		name: "setAttachmentSettings",
		body: func(target) any { return map[string]any{"isDisabledPublicTabAnnotation": true} },
		expect: expectation{
			own:      "200 managers; 403",
			foreign:  "200 managers; 404 customers; 403",
			missing:  harness.Nobody,
			astray:   harness.Nobody,
			internal: "200 managers; 403 operator; 404",
		},
	},
	// D-12: operators and managers request reviews.
	{name: "requestReview", harmless: true, expect: expectation{
		own:      "403 customers cso; 200",
		foreign:  foreigners,
		missing:  harness.Nobody,
		astray:   harness.Nobody,
		internal: harness.Reviewers,
	}},

	// SH-097, SH-099..SH-103: owner, operators and managers, on orders on which they may act. D-13:
	// never for files for internal review.
	{name: "guests", expect: expectation{
		own:     "200 managers owner operator; 403",
		foreign: foreigners,
		missing: harness.Nobody,
	}},
	{name: "inviteGuest", harmless: true, body: invitation, expect: expectation{
		own:      "200 managers owner operator; 403",
		foreign:  foreigners,
		missing:  harness.Nobody,
		astray:   "404 managers owner operator; 403",
		internal: "404 owner; 409 managers operator; 403",
	}},
	{name: "inviteGuest/in progress", status: order.InProgress, body: invitation, expect: expectation{
		own: "404 owner; 409 managers operator; 403",
	}},
	{
		name: "revokeGuest",
		expect: expectation{ // a guest who is not invited; see TestWhoRevokesAnInvitation
			own:     "404 managers owner operator; 403",
			foreign: "403 cso; 404",
			missing: harness.Nobody,
		},
	},

	// SH-096, SH-099, SH-103, D-13.
	{
		name:     "openTopic",
		harmless: true,
		body: func(target) any {
			return map[string]any{"message": harness.Message("here"), "annotation": harness.Mark}
		},
		expect: expectation{
			own:      commenters,
			foreign:  foreigners,
			missing:  harness.Nobody,
			astray:   harness.Nobody,
			mixed:    harness.Nobody,
			internal: harness.Reviewers,
		},
	},
	{name: "addComment", harmless: true, body: withMessage, expect: onTopic},
	{name: "resolveTopic", body: func(target) any { return map[string]any{"data": true} }, expect: onTopic},

	// BD-186, BD-187: only the author.
	{name: "editTopicMessage", body: withData, expect: ofOthers},
	{name: "editTopicMessage/author", harmless: true, authored: true, body: withData, expect: ofTheirOwn},
	{name: "deleteTopic", expect: ofOthers},
	{name: "deleteTopic/author", authored: true, expect: ofTheirOwn},
	{name: "updateAnnotation", body: moved, expect: ofOthers},
	{name: "updateAnnotation/author", harmless: true, authored: true, body: moved, expect: ofTheirOwn},
	{name: "editComment", body: withData, expect: ofOthers},
	{name: "editComment/author", harmless: true, authored: true, body: withData, expect: ofTheirOwn},
	{name: "deleteComment", expect: ofOthers},
	{name: "deleteComment/author", authored: true, expect: ofTheirOwn},

	// BY-061: the tabs of the conversation are for the same people as those of a proof.
	{name: "conversation", expect: expectation{own: everybody, foreign: provider, missing: harness.Nobody}},
	{name: "addConversationMessage", harmless: true, body: withMessage, expect: expectation{
		own: commenters, foreign: foreigners, missing: harness.Nobody,
	}},
	{name: "addConversationReply", harmless: true, body: withMessage, expect: inConversation(onTopic)},
	{name: "editConversationMessage", body: withData, expect: inConversation(ofOthers)},
	{
		name:     "editConversationMessage/author",
		harmless: true,
		authored: true,
		body:     withData,
		expect:   inConversation(ofTheirOwn),
	},
	{name: "deleteConversationMessage", expect: inConversation(ofOthers)},
	{name: "deleteConversationMessage/author", authored: true, expect: inConversation(ofTheirOwn)},
	{name: "editConversationReply", body: withData, expect: inConversation(ofOthers)},
	{
		name:     "editConversationReply/author",
		harmless: true,
		authored: true,
		body:     withData,
		expect:   inConversation(ofTheirOwn),
	},
	{name: "deleteConversationReply", expect: inConversation(ofOthers)},
	{name: "deleteConversationReply/author", authored: true, expect: inConversation(ofTheirOwn)},

	// SH-099, SH-103: the kinds of files that each role may attach.
	{name: "uploadToken", harmless: true, body: wanted, expect: expectation{
		own:     "403 approver neither looker; 200",
		foreign: "200 provider; 404",
		missing: harness.Nobody,
	}},
	{name: "uploadToken/version", harmless: true, kind: proof.SuppliedFiles, body: wanted, expect: expectation{
		own:      "403 approver neither looker cso; 200",
		foreign:  foreigners,
		internal: harness.Reviewers,
	}},
	{name: "beginUpload", harmless: true, body: wantedInParts, expect: expectation{
		own:     "403 approver neither looker; 200",
		foreign: "200 provider; 404",
		missing: harness.Nobody,
	}},
	// An upload is its person's own, and nobody has begun this one.
	{name: "linkParts", body: aPart, expect: expectation{own: harness.Nobody}},
	{name: "uploadedParts", expect: expectation{own: harness.Nobody}},
	{name: "completeUpload", harmless: true, body: uploaded(proof.CustomerReview), expect: expectation{
		own:     "200 provider; 403",
		foreign: "200 provider; 404",
		missing: harness.Nobody,
	}},
	{name: "completeUpload/supplied", harmless: true, body: uploaded(proof.SuppliedFiles), expect: expectation{
		own:     "403 approver neither looker cso; 200",
		foreign: foreigners,
	}},
	{
		name:     "completeUpload/for internal review",
		harmless: true,
		body:     uploaded(proof.InternalReview),
		expect: expectation{
			own: "403 customers cso; 200",
		},
	},
	{
		name:     "completeUpload/version",
		harmless: true,
		kind:     proof.SuppliedFiles,
		body:     uploaded(proof.SuppliedFiles),
		expect: expectation{
			own:      "403 approver neither looker cso; 200",
			foreign:  foreigners,
			internal: harness.Reviewers,
		},
	},
	{name: "removeUpload", harmless: true, expect: expectation{own: everybody}}, // the caller's own upload
	// SH-097, SH-098: the customer's own people and managers.
	{name: "storage", query: "?orderId={order}", expect: expectation{
		own:     "403 operator cso; 200",
		foreign: "200 managers; 404 customers; 403",
		missing: "403 operator cso; 404",
	}},

	{name: "slots", query: "?orderId={order}", expect: expectation{ // BY-064: the same people
		own:     "403 operator cso; 200",
		foreign: "200 managers; 404 customers; 403",
		missing: "403 operator cso; 404",
	}},

	// D-26, BY-015: only the admin audits and operates.
	{name: "auditEvents", expect: expectation{own: adminOnly}},
	{name: "exportAuditEvents", query: "?format=csv", expect: expectation{own: adminOnly}},
	{name: "auditRefusals", expect: expectation{own: adminOnly}},
	{name: "auditAccounts", expect: expectation{own: adminOnly}}, // D-43
	{name: "auditMoments", expect: expectation{own: adminOnly}},
	{name: "auditPeople", query: "?search=a", expect: expectation{own: adminOnly}},
	{name: "operations", expect: expectation{own: adminOnly}},
	{name: "errorReports", expect: expectation{own: adminOnly}},
	{name: "removeErrorReport", expect: expectation{own: adminMissing}},
	{name: "paymentNotices", expect: expectation{own: adminOnly}},
	{name: "replayPaymentNotice", expect: expectation{own: adminMissing}},
	{name: "refusedSteps", expect: expectation{own: adminOnly}},
	{name: "retryRefusedSteps", harmless: true, expect: expectation{own: adminOnly}},
	{name: "removeRefusedStep", expect: expectation{own: adminMissing}},
	{
		name:     "requestRebuild",
		harmless: true,
		body:     func(target) any { return map[string]any{"dryRun": true} },
		expect:   expectation{own: adminOnly},
	},
	{name: "retryParked", harmless: true, expect: expectation{own: adminOnly}},
	{name: "cancelRebuild", expect: expectation{own: adminMissing}},
	{name: "autopsy", expect: expectation{own: adminMissing}},
	{
		name:   "skipParked",
		body:   func(target) any { return map[string]any{"position": 1, "reason": "a reason"} },
		expect: expectation{own: adminMissing},
	},

	// Everybody may read the public key.
	{name: "auditHead", expect: expectation{own: adminOnly}},
	{name: "auditProof", expect: expectation{own: adminOnly}},
	{name: "auditGrowth", expect: expectation{own: adminOnly}},
	{name: "auditKey", expect: expectation{own: everybody}},

	// Everybody has an inbox. Nobody can read the inbox of another person.
	{name: "messageGroups", expect: expectation{own: everybody}},
	{name: "messageGroup", expect: expectation{own: everybody, foreign: everybody}},
	{name: "readMessages", harmless: true, expect: expectation{own: everybody}},
	{name: "deleteMessages", harmless: true, expect: expectation{own: everybody}},
	{name: "readMessage", expect: expectation{missing: harness.Nobody}},
	{name: "deleteMessage", expect: expectation{missing: harness.Nobody}},
	{name: "readMessageGroup", harmless: true, expect: expectation{own: everybody}},
	{name: "deleteMessageGroup", harmless: true, expect: expectation{own: everybody}},
}

var (
	deletesVersion = expectation{
		own:      "200 managers; 403",
		foreign:  "200 managers; 404 customers; 403",
		missing:  harness.Nobody,
		astray:   harness.Nobody,
		mixed:    "404 managers; 403",
		internal: "200 managers; 403 operator; 404",
	}
	onTopic = expectation{
		own:      commenters,
		foreign:  foreigners,
		missing:  harness.Nobody,
		astray:   harness.Nobody,
		mixed:    harness.Nobody,
		internal: harness.Reviewers,
		inside:   harness.Reviewers,
	}
	ofOthers = expectation{
		own:      only403,
		foreign:  others403,
		missing:  harness.Nobody,
		astray:   harness.Nobody,
		mixed:    harness.Nobody,
		internal: othersInside,
		inside:   othersInside,
	}
	ofTheirOwn = expectation{own: commenters, internal: harness.Reviewers, inside: harness.Reviewers}
)

// inConversation returns what holds for a topic of the conversation, which no attachment hides.
func inConversation(onProof expectation) expectation {
	e := maps.Clone(onProof)
	delete(e, internal)
	return e
}

const others403 = "403 provider; 404"

func action(name string) func(target) any {
	return func(target) any { return map[string]any{"action": name, "reason": "a reason"} }
}

func playing(name string) func(target) any {
	return func(target) any { return map[string]any{"action": name} }
}

func decision(x target) any {
	return map[string]any{"timelineType": "history", "content": "Approved", "attachmentVersionId": x.version}
}

func pages(target) any { return map[string]any{"pages": []int{1}} }

func moved(x target) any {
	return map[string]any{
		"topicId":    x.topic,
		"annotation": `{"className":"rect","attrs":{"x":0.1,"y":0.1,"width":0.2,"height":0.3,"version":0.2},"page":1}`,
	}
}

func wanted(target) any {
	return map[string]any{"name": "proof.png", "size": 1000, "type": "image/png"}
}

func wantedInParts(target) any {
	return map[string]any{"name": "proof.png", "size": 20 << 20, "type": "image/png"}
}

func aPart(target) any {
	return map[string]any{"parts": []any{map[string]any{"number": 1, "md5": "1B2M2Y8AsgTpgAmY7PhCfg=="}}}
}

func uploaded(k proof.Kind) func(target) any {
	return func(x target) any { return harness.Completion("proof.png", x.key, x.size, k) }
}
